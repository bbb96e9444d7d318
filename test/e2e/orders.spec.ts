import type { Page } from '@playwright/test';
import { failUntilRetried } from './failing-call.ts';
import { expect, test } from './fixtures.ts';
import { listQueryAfter } from './list-query.ts';
import { printInTab } from './print-tab.ts';

/** Opens the list through the menu, as people do, and waits for its rows; those that stand in for them have no links. */
async function openOrders(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Órdenes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ordenes');
  await expect(rows(page).first().getByRole('link').first()).toBeVisible();
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const count = async (page: Page) =>
  Number(
    (
      await page
        .getByText(/^[\d.]+ órden(es)?$/)
        .first()
        .innerText()
    ).replace(/\D/g, ''),
  );

const LIST_PATH = '/api/v1/client/order/';

const queryAfter = (page: Page, act: () => Promise<unknown>) => listQueryAfter(page, LIST_PATH, act);

test.describe('The orders list', () => {
  test('shows ten orders, the last changed first, with their columns', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('demo');
    const query = await queryAfter(page, () => openOrders(page));
    expect(query.get('limit')).toBe('10');
    expect(query.get('page')).toBe('1');
    expect(query.get('order[sort]')).toBe('o.updated_at');
    expect(query.get('order[direction]')).toBe('DESC');

    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByRole('columnheader')).toHaveText([
      'Fecha de Creación',
      'Nro. de Orden Interno',
      'Nro. de Orden',
      'Costo de Envío',
      'Envío',
      'Estado',
      'Impreso',
      'Destinatario',
      'Modo de Entrega',
      'Acciones',
    ]);
    await expect(rows(page).first().getByRole('cell').first()).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/);
    await expect(rows(page).first().getByRole('cell').nth(3)).toHaveText(/^\$\s[\d.]+,\d{2}$/);
    await expect(page.getByText(/^Página 1 de \d+$/)).toBeVisible();
  });

  test('narrows by every field, keeps that in the address and survives a reload', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('demo');
    await openOrders(page);
    await field(page, 'Nombre y Apellido Cliente').fill('a');
    await field(page, 'Nro. de Orden Interno').fill('W-1');
    await field(page, 'Nro. de Orden').fill('Z');
    await field(page, 'Envío').fill('Z');
    await page.getByRole('combobox', { name: 'Modo de Entrega' }).selectOption('1');
    await page.getByRole('combobox', { name: 'Impreso' }).selectOption({ label: 'No' });
    await field(page, 'Fecha de Creación Desde').fill('01/01/2020');
    await field(page, 'Fecha de Creación Hasta').fill('31/12/2199');
    const query = await queryAfter(page, () => page.getByRole('button', { name: 'Buscar', exact: true }).click());
    expect(Object.fromEntries([...query].filter(([name]) => name.startsWith('filter')))).toEqual({
      'filter[client]': 'a',
      'filter[order]': 'W-1',
      'filter[tracking]': 'Z',
      'filter[shipment]': 'Z',
      'filter[delivery_mode]': '1',
      'filter[from_date]': '2020-01-01',
      'filter[to_date]': '2199-12-31',
      'filter[printed_by_client]': '0',
    });
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      cliente: 'a',
      nroOrden: 'W-1',
      tracking_id: 'Z',
      etiqueta: 'Z',
      modoEntrega: '1',
      fechaDesde: '2020-01-01',
      fechaHasta: '2199-12-31',
      printedByClient: '0',
    });

    await queryAfter(page, () => page.reload());
    await expect(field(page, 'Nro. de Orden Interno')).toHaveValue('W-1');
    await expect(field(page, 'Fecha de Creación Desde')).toHaveValue('01/01/2020');
    const cleared = await queryAfter(page, () => page.getByRole('button', { name: 'Limpiar', exact: true }).click());
    expect([...cleared.keys()].filter((name) => name.startsWith('filter'))).toEqual([]);
    await expect(field(page, 'Nro. de Orden Interno')).toHaveValue('');
  });

  test('searches by Enter from any field, and a filter comes off by its pill', async ({ page, logIn }) => {
    await logIn('demo');
    await openOrders(page);
    const all = await count(page);
    const name = await rows(page).first().getByRole('link').first().innerText();
    await field(page, 'Nro. de Orden Interno').fill(name);
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText('1 orden').first()).toBeVisible();
    await page.getByRole('button', { name: `Quitar filtro Nro. interno ${name}` }).click();
    await expect.poll(() => count(page)).toBe(all);
  });

  test('asks nothing while the first day is after the second', async ({ page, logIn }) => {
    await logIn('demo');
    await openOrders(page);
    await field(page, 'Fecha de Creación Desde').fill('02/03/2026');
    await field(page, 'Fecha de Creación Hasta').fill('01/03/2026');
    const message = page.getByText('No puede ser posterior a la fecha de creación hasta.');
    await expect(message).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname === LIST_PATH && asked.push(request.url()));
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await expect(field(page, 'Fecha de Creación Desde')).toBeFocused();
    expect(asked).toEqual([]);
    await field(page, 'Fecha de Creación Hasta').fill('02/03/2026');
    await expect(message).toBeHidden();
  });

  test('turns pages by its buttons, by the jump box and by keys, and remembers the page size', {
    tag: '@both',
  }, async ({ page, logIn }) => {
    await logIn('demo');
    await openOrders(page);
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/^Página 2 de/)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press(',');
    await expect(page.getByText(/^Página 1 de/)).toBeVisible();
    await page.keyboard.press('.');
    await expect(page.getByText(/^Página 2 de/)).toBeVisible();

    const last = Number((await page.getByText(/^Página 2 de/).innerText()).split(' ').at(-1));
    await page.getByRole('textbox', { name: 'Número de página' }).fill('9999');
    await page.getByRole('button', { name: 'Ir a la página' }).click();
    await expect(page.getByText(`Página ${last} de ${last}`)).toBeVisible();
    const first = page.getByRole('button', { name: 'Primera página' });
    await first.click();
    await expect(page.getByText(`Página 1 de ${last}`)).toBeVisible();
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleDescription('Estás en la primera página');
    await page.getByRole('button', { name: 'Ir a la página' }).click();
    await expect(page.getByRole('textbox', { name: 'Número de página' })).toBeFocused();

    const sizes = page.getByRole('combobox', { name: 'Filas por página' });
    await expect(sizes.getByRole('option')).toHaveText(['10', '20', '30', '40', '50']);
    const query = await queryAfter(page, async () => void (await sizes.selectOption('20')));
    expect(query.get('limit')).toBe('20');
    await expect(rows(page)).toHaveCount(20);
    await page.getByRole('link', { name: 'Estadísticas' }).click();
    await openOrders(page);
    await expect(rows(page)).toHaveCount(20);
  });

  test('leads from a page that is not there any more to the last one', async ({ page, logIn }) => {
    await logIn('demo');
    await openOrders(page);
    await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    await page.goto('/ordenes?page=9999');
    await expect(page.getByText(/^Página (\d+) de \1$/)).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
  });

  test('is walked by the keyboard, and Enter opens the order', async ({ page, logIn }) => {
    await logIn('demo');
    await openOrders(page);
    await page.keyboard.press('j');
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await expect(rows(page).nth(1)).toBeFocused();
    const name = await rows(page).nth(1).getByRole('link').first().innerText();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden # ${name}`);
  });

  test('colours states and SI / NO by their words', async ({ page, logIn }) => {
    await logIn('demo');
    await page.route('**/api/v1/client/order/?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const states = ['ENTREGADO', 'en transito', 'Devolución', 'No Entregado: ausente', 'En Corresponsal'];
      body.results = body.results.slice(0, states.length).map((row: object, index: number) => ({
        ...row,
        printed_by_client: index === 0,
        order_state: { name: states[index] },
        shippings: [],
        shippings_text: '',
      }));
      await route.fulfill({ response: answer, json: body });
    });
    await openOrders(page);
    // Not the bones that stand there first.
    await expect(rows(page).first().locator('svg[viewBox="0 0 8 8"]').first()).toBeVisible();
    const badges = await rows(page).evaluateAll((all) =>
      all.map((row) => {
        const [state, printed] = [...row.querySelectorAll('td span:has(> svg[viewBox="0 0 8 8"])')];
        return [state?.className.match(/verde|azul|amarillo|rojo|gris/)?.[0], printed?.textContent];
      }),
    );
    expect(badges).toEqual([
      ['verde', 'SI'],
      ['azul', 'NO'],
      ['amarillo', 'NO'],
      ['rojo', 'NO'],
      ['gris', 'NO'],
    ]);
    await expect(rows(page).first().getByRole('cell').nth(4)).toHaveText('-');
  });

  test('opens labels in a tab of their own', async ({ page, logIn }) => {
    await logIn('demo');
    await openOrders(page);
    const asked = page.waitForResponse(/\/api\/v1\/client\/order\/print\/\d+\/[^/]+\.pdf$/);
    const button = page.getByRole('button', { name: /^Imprimir la orden/ }).first();
    await printInTab(page, () => button.click());
    expect((await asked).headers()['content-type']).toContain('application/pdf');
  });

  test('says that labels failed, and how to try again', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 500/);
    await logIn('demo');
    await openOrders(page);
    await page.route('**/order/print/**', (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
    const said: string[] = [];
    page.on('dialog', async (dialog) => {
      said.push(dialog.message());
      await dialog.accept();
    });
    await page
      .getByRole('button', { name: /^Imprimir la orden/ })
      .first()
      .click();
    await expect(page.getByText(/^No se pudieron imprimir las etiquetas de la orden/)).toBeVisible();
    expect(said).toEqual(['Hubo un problema con la impresion de etiquetas']);
    expect(page.context().pages()).toHaveLength(1);
    await page.unroute('**/order/print/**');
    await printInTab(page, () => page.getByRole('button', { name: 'Reintentar' }).click());
  });

  test('leads to the detail and to the public tracking from a row’s menu', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('demo');
    await openOrders(page);
    const row = rows(page).first();
    const tracking = await row.getByRole('cell').nth(2).innerText();
    await row.getByRole('button', { name: /^Más acciones/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Seguimiento' })).toHaveAttribute('href', new RegExp(tracking));
    await page.getByRole('menuitem', { name: 'Ver detalle' }).click();
    await expect(page).toHaveURL(new RegExp(`/ordenes/detalle/${tracking}$`));
  });

  test('says that nothing was found, and offers to look without filters', async ({ page, logIn, expectAccessible }) => {
    await logIn('demo');
    await openOrders(page);
    await field(page, 'Nombre y Apellido Cliente').fill('nadie se llama así');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No se encontraron resultados')).toBeVisible();
    await expect(page.getByText('Por favor, aplique otros filtros')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await expect(rows(page)).toHaveCount(10);
  });

  test('offers the first order to who has none', async ({ page, logIn }) => {
    await logIn('demo');
    await page.route('**/api/v1/client/order/?*', (route) =>
      route.fulfill({ json: { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 10 } } }),
    );
    await page.getByRole('link', { name: 'Órdenes' }).click();
    await expect(page.getByText('No hay resultados disponibles')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Crear tu primera orden' })).toHaveAttribute(
      'href',
      '/ordenes/nueva-orden',
    );
  });

  test('says that it could not be loaded, and loads when tried again', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 500/);
    await logIn('demo');
    await failUntilRetried(page, '**/api/v1/client/order/?*');
    await page.getByRole('link', { name: 'Órdenes' }).click();
    await expect(page.getByText('Ocurrió un error')).toBeVisible();
    await expect(
      page.getByText('Por favor, intente nuevamente más tarde o comuníquese con soporte técnico'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(rows(page)).toHaveCount(10);
  });

  test('becomes cards on a phone, with the filters in a dialog that counts', async ({ page, logIn }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn('demo');
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    await page.getByRole('link', { name: 'Órdenes' }).click();
    const cards = page.getByRole('list', { name: 'Órdenes' }).getByRole('listitem');
    await expect(cards).toHaveCount(10);
    const name = await cards.first().getByRole('link').innerText();
    await page.getByRole('button', { name: 'Filtros' }).click();
    await field(page, 'Nro. de Orden Interno').fill(name);
    await expect(page.getByRole('button', { name: 'Ver 1 resultado', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Ver 1 resultado', exact: true }).click();
    await expect(cards).toHaveCount(1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
});
