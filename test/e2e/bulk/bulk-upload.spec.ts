import type { Request } from '@playwright/test';
import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';
import { expect, test } from './bulk-page.ts';

const isUpload = (request: Request) => request.url().endsWith('/api/v1/client/lote_order/csv_upload');

/** Three rows: the second has an invalid email, the third an invalid telephone. */
const FAULTY = bulkText([bulkCells(1), bulkCells(2, { email: 'sin arroba' }), bulkCells(3, { telefono: '12' })]);

test.describe('A file of orders', () => {
  test(
    'is dropped, corrected by keyboard, sent, and followed until it is finished',
    { tag: ['@both', '@strict'] },
    async ({ page, bulk }, { project }) => {
      const template = await bulk.downloaded(() => page.getByRole('link', { name: 'Descargar plantilla' }).click());
      expect(template.text).toMatch(/^\uFEFFnro_orden;modo_entrega;.*;sku;cantidad\r\n$/);
      await bulk.openDialog();
      await bulk.drop(FAULTY);
      await expect(bulk.dialog).toContainText('Plantilla del portal');
      await expect(bulk.dialog.getByRole('status').filter({ hasText: '1 fila lista, 2 para corregir' })).toBeVisible();
      await expect(bulk.button('Enviar Lote')).toHaveAttribute('aria-disabled', 'true');

      await bulk.button('Siguiente problema').press('Enter');
      const focused = page.locator(':focus');
      await expect(focused).toHaveText(/^sin arroba/);
      await expect(focused).toHaveAttribute('aria-invalid', 'true');
      await expect(focused).toHaveAccessibleDescription('Error: El email es inválido');
      await page.keyboard.press('Enter');
      await page.keyboard.type('otra cosa');
      await page.keyboard.press('Escape');
      await expect(focused).toHaveText(/^sin arroba/);
      await page.keyboard.press('ArrowLeft');
      await expect(focused).toHaveText('30123456');
      await page.keyboard.press('F8');
      await page.keyboard.type('ana@example.com');
      await page.keyboard.press('Enter');
      await expect(
        bulk.dialog.getByRole('status').filter({ hasText: '2 filas listas, 1 para corregir' }),
      ).toBeVisible();
      await expect(focused).toHaveText(/^12/);
      await page.keyboard.press('F2');
      await page.keyboard.type('11 5873-2046');
      await page.keyboard.press('Tab');
      await expect(focused).toHaveText('Bv. Chacabuco');
      await expect(bulk.dialog.getByRole('status').filter({ hasText: /^3 filas listas$/ })).toBeVisible();

      const sent = page.waitForRequest(isUpload);
      await bulk.button('Enviar Lote').press('Enter');
      expect((await (await sent).allHeaders())['idempotency-key']).toMatch(/^\w{32}$/);
      await expect(bulk.dialog).toBeHidden();
      await expect(bulk.alert('Lote recibido')).toBeVisible();
      await expect(bulk.rows).toHaveCount(1);
      await expect(bulk.rows.first()).toContainText('3 / 3');
      if (project.name !== 'strict') await expect(bulk.rows.first()).toContainText('Procesado');

      await bulk.rows.first().getByRole('link', { name: 'Ver detalle' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Lote #\d+$/);
      await expect(page.getByRole('table', { name: 'Datos del lote' })).toContainText('ventas.csv');
      await expect(bulk.logs).toHaveCount(3);
      await expect(bulk.logs.nth(1)).toContainText('Fila 3: se creó la orden M-2');
      await bulk.logs.nth(1).getByRole('link').click();
      await expect(page.getByText('ana@example.com')).toBeVisible();
    },
  );

  test('returns its rejected rows with reasons that only the gateway can determine', async ({
    page,
    bulk,
    allowConsole,
  }) => {
    allowConsole(/500/);
    await bulk.sendWhole(bulkText([bulkCells(1)]), 'ayer.csv');
    // Without the catalogue, the browser can't detect the unknown product.
    await page.route('**/api/v1/client/product/?*', (route) => route.fulfill({ status: 500, json: {} }));
    await bulk.openDialog();
    await bulk.choose(bulkText([bulkCells(1), bulkCells(2, { sku: 'NO-HAY' }), bulkCells(3)]));
    await bulk.button('Enviar Lote').click();
    await expect(bulk.rows.first()).toContainText('1 / 3');
    await expect(bulk.rows.first()).toContainText('1 fila con error');
    await expect(bulk.rows.first()).toContainText('1 omitida');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');

    await expect(bulk.logs).toHaveCount(3);
    await expect(bulk.logs.nth(0)).toContainText('Omitido');
    await expect(bulk.logs.nth(0).getByRole('link')).toBeVisible();
    await page.getByRole('link', { name: 'Con error 1' }).click();
    await expect(page).toHaveURL(/resultado=Error/);
    await expect(bulk.logs).toHaveCount(1);
    await expect(bulk.logs.first()).toContainText('columna sku, valor «NO-HAY»: No encontramos ese producto');
    const failed = await bulk.downloaded(() => bulk.button('Descargar filas con error').click());
    expect(failed.name).toMatch(/\.csv$/);
    expect(failed.text).toContain(';motivo\r\n');
    expect(failed.text).toContain('M-2');
    expect(failed.text).toContain('No encontramos ese producto');
    expect(failed.text).not.toContain('M-3');

    await page.getByRole('link', { name: 'Subir las corregidas' }).click();
    await expect(bulk.dialog).toBeVisible();
    await bulk.choose(failed.text.replace('"NO-HAY"', '""'), 'corregidas.csv');
    await bulk.button('Enviar Lote').click();
    await expect(bulk.rows.first()).toContainText('corregidas.csv');
    await expect(bulk.rows.first()).toContainText('1 / 1');
  });
});
