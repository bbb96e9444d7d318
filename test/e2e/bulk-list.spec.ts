import { bulkCells, bulkText } from '#test/bulk-file-factory.ts';
import { expect, test } from './bulk-page.ts';
import { failUntilRetried } from './failing-call.ts';
import { listQueryAfter } from './list-query.ts';

const LIST = '**/api/v1/client/lote_order/?*';

test.describe('The bulk uploads', () => {
  test('are empty at first, narrowed by days in the URL, and offer the template', { tag: '@both' }, async ({
    bulk,
    page,
  }) => {
    await expect(bulk.button('Subir tu primer archivo')).toBeVisible();
    const template = await bulk.downloaded(() => page.getByRole('link', { name: 'Descargar plantilla' }).click());
    expect(template.text).toMatch(/^\uFEFFnro_orden;modo_entrega;.*;sku;cantidad\r\n$/);

    await page.getByLabel('Fecha Desde').fill('02/03/2026');
    await page.getByLabel('Fecha Hasta').fill('01/03/2026');
    await expect(page.getByText('No puede ser posterior a la fecha hasta.')).toBeVisible();
    await page.getByLabel('Fecha Hasta').fill('03/03/2026');
    const query = await listQueryAfter(page, '/api/v1/client/lote_order/', () =>
      page.getByRole('button', { name: 'Buscar', exact: true }).click(),
    );
    expect(Object.fromEntries(query)).toEqual({
      page: '1',
      limit: '10',
      'filter[from_date]': '2026-03-02',
      'filter[to_date]': '2026-03-03',
    });
    await expect(page.getByText('No se encontraron resultados')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Fecha Desde')).toHaveValue('02/03/2026');
  });

  test('that can’t be read say so without an alert and are read again', async ({ bulk, page, allowConsole }) => {
    allowConsole(/400/);
    await failUntilRetried(page, LIST, { status: 400, body: { message: 'No' } });
    await page.reload();
    await expect(page.getByText('Ocurrió un error')).toBeVisible();
    await expect(page.getByText('Página 1 de 1')).toBeVisible();
    await bulk.button('Reintentar').click();
    await expect(bulk.button('Subir tu primer archivo')).toBeVisible();
  });

  test('show how far one is while its orders are made', async ({ bulk, page, expectAccessible }) => {
    const running = {
      ...{ id: 7, archivo: 'ventas.csv', fecha: '21/11/2026 10:00', ordenes: 12, cantidad: 48 },
      ...{ estado: 'Procesando', filas: 48, errores: 0, omitidas: 0 },
    };
    const pagination = { page: 1, pages: 1, total: 1, limit: 10 };
    await page.route(LIST, (route) => route.fulfill({ json: { results: [running], pagination } }));
    await page.reload();
    const progress = page.getByRole('progressbar', { name: 'Órdenes generadas de ventas.csv' });
    await expect(progress).toHaveAttribute('aria-valuetext', '12 de 48 órdenes');
    await expect(bulk.rows.first()).toContainText('12 / 48');
    await expect(bulk.rows.first()).toContainText('Procesando');
    await expect(page.getByText(/^Podés cerrar esta página/)).toBeVisible();
    await expectAccessible();
  });

  test('that were given up say what was made of them and what to do', async ({ bulk, page }) => {
    await page.route('**/api/v1/client/lote_order/7?*', (route) =>
      route.fulfill({
        json: {
          ...{ id: 7, archivo: 'ventas.csv', fecha: '21/11/2026 10:00', ordenes: 12, cantidad: 48, logs: [] },
          ...{ estado: 'Error', filas: 48, errores: 0, omitidas: 0 },
        },
      }),
    );
    await page.route('**/api/v1/client/lote_order/7/logs/?*', (route) =>
      route.fulfill({ json: { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 50 } } }),
    );
    await page.goto('/carga-masiva/detalle/7');
    await expect(page.getByText('12 / 48')).toBeVisible();
    await expect(page.getByText(/^No pudimos terminar este lote. Volvé a subir el mismo archivo/)).toBeVisible();
    await expect(bulk.button('Reintentar')).toHaveCount(0);
  });

  test('of somebody else are unknown', async ({ page, logIn, bulk, allowConsole }) => {
    allowConsole(/404/);
    await bulk.sendWhole(bulkText([bulkCells(1)]));
    await bulk.rows.first().getByRole('link', { name: 'Ver detalle' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Lote #/);
    const address = page.url();
    await page.goto('/logout');
    await page.waitForURL('**/login');
    await logIn('demo');
    await page.goto(address);
    await expect(page.getByText('No encontramos este lote')).toBeVisible();
  });

  test('fit a phone, from the correction of a cell to what came of its row', async ({ bulk, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await bulk.openDialog();
    await bulk.choose(bulkText([bulkCells(1, { email: 'sin arroba' }), bulkCells(2)]));
    await bulk.grid.getByRole('gridcell', { name: 'sin arroba' }).click();
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await wide()).toBeLessThanOrEqual(360);
    await page.keyboard.type('ana@example.com');
    await page.keyboard.press('Enter');
    await bulk.button('Enviar Lote').click();
    await expect(page.getByRole('list', { name: 'Lotes' })).toContainText('2 / 2');
    await page.getByRole('link', { name: 'ventas.csv' }).click();
    await expect(page.getByRole('list', { name: 'Logs' })).toContainText('Fila 3: se creó la orden M-2');
    expect(await wide()).toBeLessThanOrEqual(360);
  });
});
