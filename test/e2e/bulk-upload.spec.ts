import type { Request } from '@playwright/test';
import { bulkCells, bulkText, manyCells } from '#test/bulk-file-factory.ts';
import { expect, test } from './bulk-page.ts';

const isUpload = (request: Request) => request.url().endsWith('/api/v1/client/lote_order/csv_upload');
const UPLOAD = '**/api/v1/client/lote_order/csv_upload';

/** Three rows of which the second has no e-mail that works and the third no telephone. */
const FAULTY = bulkText([bulkCells(1), bulkCells(2, { email: 'sin arroba' }), bulkCells(3, { telefono: '12' })]);

test.describe('A file of orders', () => {
  test(
    'is dropped, put right by keyboard where it is wrong, sent, and followed to its end',
    { tag: '@both' },
    async ({ page, bulk }, { project }) => {
      await bulk.openDialog();
      await bulk.drop(FAULTY);
      await expect(bulk.dialog).toContainText('Plantilla de Remito');
      await expect(bulk.dialog.getByRole('status').filter({ hasText: '1 fila lista, 2 para corregir' })).toBeVisible();
      await expect(bulk.button('Enviar Lote')).toHaveAttribute('aria-disabled', 'true');

      await bulk.button('Siguiente problema').press('Enter');
      const focused = page.locator(':focus');
      await expect(focused).toHaveText(/^sin arroba/);
      await expect(focused).toHaveAttribute('aria-invalid', 'true');
      await expect(focused).toHaveAccessibleDescription('El email es inválido');
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

  test('goes without its bad rows, which stay to be corrected and sent', async ({ page, bulk }) => {
    await bulk.openDialog();
    await bulk.choose(FAULTY);
    await bulk.button('Enviar solo 1 fila lista').click();
    await expect(page.getByRole('alertdialog')).toContainText('Vas a enviar 1 de 3 filas');
    await bulk.button('Enviar las listas').click();
    await expect(bulk.dialog).toContainText('Enviamos las filas que estaban listas');
    await expect(bulk.dialog.getByRole('status').filter({ hasText: '0 filas listas, 2 para corregir' })).toBeVisible();
    const rest = await bulk.downloaded(() => bulk.button('Descargar filas a corregir').click());
    expect(rest.name).toBe('ventas - a corregir.csv');
    expect(rest.text).toContain('fila;nro_orden;');
    expect(rest.text).toContain(';cantidad;motivo\r\n');
    expect(rest.text.match(/\d;"M-\d/g)).toEqual(['3;"M-2', '4;"M-3']);
    expect(rest.text).toContain('"email: El email es inválido"');
    await bulk.button('Cancelar').click();
    await expect(page.getByRole('alertdialog')).toContainText('Quedan filas de este archivo sin enviar');
    await bulk.button('Descartar').click();
    await expect(bulk.rows.first()).toContainText('1 / 1');
  });

  test('with faults that only the gateway knows hands its failed rows over with the reasons', async ({
    page,
    bulk,
    allowConsole,
  }) => {
    allowConsole(/500/);
    await bulk.sendWhole(bulkText([bulkCells(1)]), 'ayer.csv');
    // The catalogue can't be read: the browser can't know that there is no such product.
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

  test('that comes again says so and makes no order twice', async ({ bulk, page }) => {
    await bulk.sendWhole(bulkText(manyCells(2)));
    await bulk.openDialog();
    await bulk.choose(bulkText(manyCells(2)));
    await bulk.button('Enviar Lote').click();
    await expect(page.getByRole('main')).toContainText('ventas.csv es igual al archivo del lote #');
    await expect(bulk.rows).toHaveCount(2);
    await expect(bulk.rows.first()).toContainText('2 omitidas');
  });

  test('of unknown columns is understood once they are told, and from then on', async ({ bulk }) => {
    const own = (n: number) =>
      `Pedido,Destinatario,Apellido,DNI,Correo,Celular,Direccion,Altura,Codigo Postal,Ciudad,Provincia,Zona,Peso (kg),Largo,Ancho,Alto,Total
A-${n},Ana,Paz,30111222,ana@example.com,11 5873-2046,Mitre,120,1425,CABA,CABA,Palermo,"1,5",10,10,10,2000
`;
    await bulk.openDialog();
    await bulk.choose(own(1), 'tienda.csv');
    await expect(bulk.dialog.getByLabel('Nro. de orden')).toHaveValue('Pedido');
    await expect(bulk.dialog).toContainText('Por ejemplo: 1500');
    await bulk.button('Continuar').click();
    const missing = bulk.dialog.getByLabel('Entre calle 1', { exact: true });
    await expect(missing).toBeFocused();
    await expect(missing).toHaveAccessibleDescription('Elegí una columna o un valor');
    await bulk.dialog.getByLabel('Entre calle 1: valor para todas las filas').fill('S/D');
    await bulk.button('Continuar').click();
    await expect(bulk.dialog).toContainText('Archivo propio');
    await expect(bulk.grid.getByRole('columnheader', { name: 'Pedido' })).toBeVisible();
    await bulk.button('Enviar Lote').click();
    await expect(bulk.rows.first()).toContainText('1 / 1');

    await bulk.openDialog();
    await bulk.choose(own(2), 'tienda.csv');
    await expect(bulk.dialog).toContainText('Archivo propio');
    await bulk.button('Enviar Lote').click();
    await expect(bulk.rows).toHaveCount(2);
    await expect(bulk.rows.first()).toContainText('1 / 1');
  });

  test('of another kind gets its verdict before anything is sent', async ({ bulk, page }) => {
    const sent: string[] = [];
    page.on('request', (request) => isUpload(request) && sent.push(request.url()));
    await bulk.openDialog();
    const verdict = bulk.dialog.getByRole('alert');
    await bulk.choose('algo', 'ventas.xlsx');
    await expect(verdict).toContainText('Guardala desde Excel como CSV UTF-8 (delimitado por comas)');
    await bulk.choose('algo', 'ventas.pdf');
    await expect(verdict).toHaveText('Elegí un archivo .csv');
    await bulk.choose(Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0, 8, 0]), 'renombrado.csv');
    await expect(verdict).toContainText('Excel');
    await bulk.choose('', 'vacio.csv');
    await expect(verdict).toHaveText('El archivo está vacío');
    await bulk.choose(bulkText([]), 'encabezado.csv');
    await expect(verdict).toHaveText('El archivo tiene encabezado pero ninguna fila');
    await bulk.button('Cancelar').click();
    await expect(bulk.dialog).toBeHidden();
    expect(sent).toEqual([]);
  });

  test('is stopped on its way and sent again under the same key, and its corrections stay', async ({ bulk, page }) => {
    await page.route(UPLOAD, () => {});
    await bulk.openDialog();
    await bulk.choose(bulkText([bulkCells(1, { email: 'sin arroba' })]));
    const first = page.waitForRequest(isUpload);
    await bulk.grid.getByRole('gridcell', { name: 'sin arroba' }).click();
    await page.keyboard.type('ana@example.com');
    // Leaving the cell keeps what was typed, so that by the end of the press the button works.
    await bulk.button('Enviar Lote').click({ force: true });
    await expect(bulk.dialog.getByRole('progressbar')).toBeVisible();
    const key = (await first).headers()['idempotency-key'];
    await bulk.button('Detener envío').click();
    await expect(bulk.grid.getByRole('gridcell', { name: 'ana@example.com' })).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toContainText('Vas a perder las correcciones');
    await bulk.button('Seguir acá').click();
    await expect(bulk.grid.getByRole('gridcell', { name: 'ana@example.com' })).toBeVisible();

    await page.unroute(UPLOAD);
    const again = page.waitForRequest(isUpload);
    await bulk.button('Enviar Lote').click();
    expect((await again).headers()['idempotency-key']).toBe(key);
    await expect(bulk.rows.first()).toContainText('1 / 1');
  });

  test('that is refused says why, as an alert and in its place, and stays', async ({ bulk, page, allowConsole }) => {
    allowConsole(/409/);
    const message = 'Todavía estamos procesando el lote #7 (otro.csv). Esperá a que termine para subir otro';
    await page.route(UPLOAD, (route) => route.fulfill({ status: 409, json: { message } }));
    await bulk.openDialog();
    await bulk.choose(bulkText([bulkCells(1)]));
    await bulk.button('Enviar Lote').click();
    await expect(bulk.alert(message)).toBeVisible();
    await expect(bulk.dialog).toContainText(message);
    await expect(bulk.dialog).toContainText('1 fila lista');
  });
});
