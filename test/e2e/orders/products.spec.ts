import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { freshSender } from '#test/e2e/fresh-sender.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { alertOn, asClient } from './created-order.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Productos' }).locator('tbody > tr[tabindex]');
const row = (page: Page, sku: string) => rows(page).filter({ hasText: sku });
const modal = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Runs `act` and returns the next request with a method. */
async function sentBy(page: Page, method: string, act: () => Promise<unknown>): Promise<Request> {
  const [request] = await Promise.all([page.waitForRequest((sent) => sent.method() === method), act()]);
  return request;
}

/** Types a product into the open modal. */
async function write(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);
  }
}

const MEASURES = { Valor: '18.900', Largo: '30', Alto: '3', Ancho: '25', Peso: '1.220' };

test.describe('A new sender’s catalogue', () => {
  test('is empty at first, gets its first product, and shows changes to it at once', { tag: '@both' }, async ({
    page,
    logIn,
    allowConsole,
  }) => {
    allowConsole(/422/);
    const sender = await freshSender(page.request);
    await logIn(sender.username, sender.password);
    await page.getByRole('link', { name: 'Productos' }).click();
    await expect(page.getByText('No hay resultados disponibles')).toBeVisible();
    await page.getByRole('button', { name: 'Crear tu primer producto' }).click();

    const created = modal(page, 'Nuevo Producto');
    const sku = uniqueText('REM-');
    await write(page, { SKU: sku, Descripción: 'Remera de algodón', ...MEASURES });
    await created.getByLabel('Categoría').selectOption({ label: 'Indumentaria y calzado' });
    await expect(created.getByLabel('Activo')).toBeChecked();
    const post = await sentBy(page, 'POST', () => page.keyboard.press('Control+Enter'));
    expect(new URL(post.url()).pathname).toBe('/api/v1/client/product/');
    expect(post.postDataJSON()).toMatchObject({
      sku,
      description: 'Remera de algodón',
      category: 1,
      value: 18_900,
      length: 30,
      height: 3,
      width: 25,
      weight: 1220,
      active: true,
    });
    await expect(alertOn(page)).toContainText(`El producto ${sku} se creó correctamente`);
    await expect(page.getByRole('heading', { name: 'Productos', level: 1 })).toBeFocused();
    await expect(row(page, sku).getByRole('cell')).toHaveText([
      sku,
      'Remera de algodón',
      'Indumentaria y calzado',
      '$\u00a018.900,00',
      '1.220 g',
      '30 × 3 × 25 cm',
      'SI',
      '',
    ]);

    const second = uniqueText('BUZ-');
    await page.getByRole('button', { name: 'Nuevo', exact: true }).click();
    await write(page, { SKU: sku.toLowerCase(), Descripción: 'Buzo frisado', ...MEASURES });
    await created.getByLabel('Categoría').selectOption({ label: 'Otros' });
    await created.getByRole('button', { name: 'Guardar' }).click();
    await expect(created.getByLabel('SKU')).toHaveAccessibleDescription('Ya tenés un producto con ese SKU');
    await expect(created.getByLabel('SKU')).toBeFocused();
    await expect(created.getByLabel('Descripción')).toHaveValue('Buzo frisado');
    await write(page, { SKU: second });
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Nuevo', exact: true })).toBeFocused();

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(row(page, sku)).toBeFocused();
    await page.keyboard.press('Enter');
    const edited = modal(page, 'Editar Producto');
    await expect(edited.getByLabel('SKU')).toHaveValue(sku);
    await expect(edited.getByLabel('Categoría').locator('option:checked')).toHaveText('Indumentaria y calzado');
    await expect(edited.getByLabel('Valor')).toHaveValue('18900');
    await write(page, { Descripción: 'Remera lisa', Peso: '240' });
    await edited.getByLabel('Activo').uncheck();
    const put = await sentBy(page, 'PUT', () => edited.getByRole('button', { name: 'Guardar' }).click());
    expect(new URL(put.url()).pathname).toMatch(/^\/api\/v1\/client\/product\/\d+$/);
    expect(put.postDataJSON()).toMatchObject({ sku, description: 'Remera lisa', weight: 240, active: false });
    await expect(rows(page).nth(1)).toContainText('Remera lisa');
    await expect(rows(page).nth(1)).toContainText('NO');
    await expect(rows(page).first()).toContainText(second);
    await expect(row(page, sku)).toBeFocused();
  });
});

test.describe('A catalogue file', () => {
  test('is corrected, imported by SKU, and exported with the same contents', async ({ page, logIn }) => {
    const sender = await freshSender(page.request);
    await logIn(sender.username, sender.password);
    const data = {
      sku: 'VIEJO',
      description: 'Vela',
      category: 3,
      value: 900,
      length: 5,
      height: 9,
      width: 5,
      weight: 90,
    };
    const headers = await asClient(page);
    const answer = await page.request.post('/api/v1/client/product/', { headers, data });
    const { id } = (await answer.json()).results;
    await page.getByRole('link', { name: 'Productos' }).click();
    await expect(row(page, 'VIEJO')).toContainText('90 g');
    await page.request.put(`/api/v1/client/product/${id}`, { headers, data: { ...data, weight: 1234 } });
    await expect(row(page, 'VIEJO'), 'a change from elsewhere shows without a reload').toContainText('1.234 g');
    await page.getByRole('button', { name: 'Importar CSV' }).click();
    const dialog = modal(page, 'Importar productos');
    await expect(dialog.getByRole('button', { name: 'Elegir archivo' })).toBeFocused();
    const choose = (text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'catalogo.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('sku;descripcion;valor\r\nA;B;1\r\n');
    await expect(dialog.getByRole('alert')).toContainText('Al archivo le faltan columnas: categoria, largo_cm');

    const header = 'Código;descripcion;categoria;valor;largo_cm;alto_cm;ancho_cm;peso_g;color';
    const good = (sku: string, description = 'Mate') => `${sku};${description};Otros;"1.234,00";10;12;8;300;rojo`;
    const bad = 'MALO;;Otros;10;10;10;10;10;azul';
    await choose([header, good('NUEVO', '=1+1'), good('viejo'), good('nuevo'), bad, ''].join('\r\n'));
    await expect(dialog).toContainText('Estas columnas no se usan: color.');
    await expect(dialog).toContainText('4 productos, 1 ya está en tu catálogo');
    await expect(dialog.getByRole('status').filter({ hasText: '2 filas listas, 2 para corregir' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Importar', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByRole('button', { name: 'Siguiente problema' }).press('Enter');
    const focused = page.locator(':focus');
    await expect(focused).toHaveAccessibleDescription('Error: El SKU ya está en la fila 2');
    await page.keyboard.type('OTRO');
    await page.keyboard.press('Enter');
    await expect(focused).toHaveAccessibleDescription('Error: La descripción es requerida');
    await page.keyboard.type('Bombilla');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status').filter({ hasText: '4 filas listas' })).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Solo con problemas' }).uncheck();
    await expect(dialog.getByText('Ya está: se actualiza')).toHaveCount(1);
    await dialog.getByRole('radio', { name: /Dejarlo como está/ }).check();
    await expect(dialog.getByText('Ya está: queda como está')).toHaveCount(1);
    const post = await sentBy(page, 'POST', () =>
      dialog.getByRole('button', { name: 'Importar', exact: true }).click(),
    );
    expect(post.postDataJSON()).toMatchObject({
      existing: 'skip',
      products: [{ sku: 'NUEVO', value: 1234 }, {}, {}, {}],
    });
    await expect(alertOn(page)).toContainText('3 productos nuevos, 1 quedó como estaba');
    await expect(dialog).toBeHidden();
    await expect(rows(page)).toHaveCount(4);
    await expect(row(page, 'VIEJO')).toContainText('Vela');

    const downloaded = async (act: () => Promise<unknown>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), act()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    const out = await downloaded(() => page.getByRole('button', { name: 'Exportar CSV' }).click());
    expect(out.name).toBe('Listado Productos.csv');
    expect(out.text).toContain(
      '\uFEFFsku;descripcion;categoria;valor;largo_cm;alto_cm;ancho_cm;peso_g;activo;codigo_barras\r\n',
    );
    expect(out.text).toContain(`"NUEVO";"'=1+1";"Otros";1234,00;10;12;8;300;"SI";""\r\n`);
    await page.getByRole('button', { name: 'Importar CSV' }).click();
    await choose(out.text);
    await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
    await expect(alertOn(page)).toContainText('4 sin cambios');

    await page.getByRole('button', { name: 'Importar CSV' }).click();
    await choose([header, good('viejo', 'Vela de soja'), bad, ''].join('\r\n'));
    await dialog.getByRole('button', { name: 'Importar solo 1 fila lista' }).click();
    const left = await downloaded(() => page.getByRole('button', { name: 'Importar las listas' }).click());
    expect(left.name).toBe('catalogo - a corregir.csv');
    expect(left.text).toContain('"descripcion: La descripción es requerida"');
    await expect(row(page, 'viejo')).toContainText('Vela de soja');
    await expect(rows(page)).toHaveCount(4);
  });
});
