import { readFile } from 'node:fs/promises';
import { readPdf } from '#test/callers/read-pdf.ts';
import { readZpl } from '#test/callers/read-zpl.ts';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { sendEvents } from '#test/e2e/orders/created-order.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { inDays, makeStockedOrder, makeStockedProduct, spanish, warehouseSender } from './warehouse-data.ts';

test('Depósito: an order is packed by SKU and by the bar code that its sender typed, wrong products are refused, and its label is printed in both formats', async ({
  page,
  logIn,
  expectAccessible,
}) => {
  const sender = await warehouseSender(page.request, null);
  await logIn(sender.username, sender.password);
  const sku = uniqueText('DUL-');
  const product = await makeStockedProduct(page, sender, sku, 50);
  const order = await makeStockedOrder(page, product, 3);
  const [label = ''] = order.labels;
  await page.goto('/productos');
  await page.getByRole('button', { name: `Editar ${sku}` }).click();
  await page.getByLabel('Código de barras').fill('7 790001 001238');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('row', { name: new RegExp(sku) })).toContainText('7790001001238');

  const user = await openConsoleAs(page, 'deposito', `/consola/deposito?cliente=${sender.clientId}`);
  await expect(page.getByRole('table', { name: 'Pedidos' })).toContainText(order.number);
  await expectAccessible('orders to prepare');
  await user.press('j', 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Pedido ${order.number}` })).toBeVisible();
  const scanField = page.getByLabel('SKU o código de barras');
  await expect(scanField).toBeFocused();
  const refusal = page.getByRole('alert');
  const counter = page.getByRole('row', { name: new RegExp(sku) });

  await user.type(`${sku}\n`);
  await expect(counter).toContainText('1 de 3');
  await user.type(`${sku}-XL\n`);
  await expect(refusal).toContainText('no es de este pedido');
  await user.type(`${label}\n`);
  await expect(refusal).toContainText('Leíste la etiqueta de un envío');
  await expect(counter).toContainText('1 de 3');

  // What was scanned survives a reload. A scanner works with the focus elsewhere.
  await page.reload();
  await expect(counter).toContainText('1 de 3');
  await user.to(page.getByRole('button', { name: 'Cerrar con faltantes' }));
  await user.type('7790001001238\n');
  await expect(counter).toContainText('2 de 3');
  await expect(scanField).toBeFocused();
  await expectAccessible('an order half packed');
  await user.type(`${sku}\n${sku}\n`);
  await expect(refusal).toContainText(`Las 3 unidades de ${sku} ya están preparadas`);
  await expect(page.getByText('Están todas las unidades')).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expectAccessible('a packed order on a tablet');
  await page.setViewportSize({ width: 1280, height: 800 });
  await user.use(page.getByRole('button', { name: 'Preparado', exact: true }));

  for (const format of ['PDF', 'ZPL'] as const) {
    const saved = page.waitForEvent('download');
    await user.use(page.getByRole('button', { name: `Imprimir ${label} en ${format}` }));
    const bytes = await readFile(await (await saved).path());
    const [text = ''] =
      format === 'PDF'
        ? (await readPdf(bytes, { scan: false })).pages.map((one) => one.text)
        : readZpl(bytes.toString()).map((one) => one.text);
    expect(text).toContain(label);
  }
  await user.use(page.getByRole('button', { name: 'Listo para despacho' }));
  await expect(page.getByRole('table', { name: 'Etiquetas' })).toContainText('Listo para Despacho');
  await expectAccessible('a labelled order');
});

test('Depósito: a day by keyboard and scanner: goods arrive, are counted, picked, and come back; what expires is seen', async ({
  page,
  logIn,
  expectAccessible,
}) => {
  const sender = await warehouseSender(page.request, null);
  await logIn(sender.username, sender.password);
  const sku = uniqueText('YERBA-');
  const product = await makeStockedProduct(page, sender, sku, 10);
  const sent = await makeStockedOrder(page, product, 2);
  const waiting = await makeStockedOrder(page, product, 3);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const row = (table: string, text: string | RegExp) =>
    page.getByRole('table', { name: table }).getByRole('row', { name: text });
  const user = await openConsoleAs(page, 'deposito', `/consola/deposito/ingresos?cliente=${sender.clientId}`);
  const views = page.getByRole('navigation', { name: 'Depósito' });

  // Goods arrive: scanned with a wrong SKU among them, and out of a file.
  await expect(page.getByLabel('SKU o código de barras')).toBeFocused();
  await user.type(`${sku}\n`);
  await expect(page.getByRole('alert')).toContainText('Escribí primero el lote');
  await user.to(page.getByLabel('Lote', { exact: true }), 'Shift+Tab');
  await user.type('LOTE-9');
  await user.write(page.getByLabel('Vence', { exact: true }), spanish(inDays(-3)));
  await user.to(page.getByLabel('SKU o código de barras'));
  await user.type(`${sku}\n${sku}\n${sku}X\n`);
  await expect(row('Ingresos', /LOTE-9/).first()).toContainText('2');
  await user.to(button('Elegir archivo'));
  const chooser = page.waitForEvent('filechooser');
  await user.press('Enter');
  const lines = ['SKU;Lote;Unidades;Vence', `${sku};LOTE-8;5;${spanish(inDays(200))}`, `${sku};LOTE-8;muchas;`].join(
    '\r\n',
  );
  await (await chooser).setFiles({ name: 'remito.csv', mimeType: 'text/csv', buffer: Buffer.from(lines, 'latin1') });
  await expect(row('Ingresos', 'remito.csv, fila 3')).toContainText('Para corregir');
  await expectAccessible('receipts');
  await page.reload();
  await expect(row('Ingresos', 'remito.csv, fila 3')).toContainText('Para corregir');
  await user.use(button('Registrar 3 ingresos'));
  await expect(row('Ingresos', `${sku}X`)).toContainText(`¿Quisiste decir «${sku}»?`);
  await expect(row('Ingresos', 'remito.csv, fila 2')).toContainText('Registrado');
  await page.setViewportSize({ width: 768, height: 1024 });
  await expectAccessible('results on a tablet');
  await page.setViewportSize({ width: 1280, height: 800 });

  // A count with a difference needs its reason.
  await user.follow(views.getByRole('link', { name: 'Stock y conteo' }), 'Stock y conteo');
  await page.goto(`/consola/deposito/conteo?cliente=${sender.clientId}`);
  await expect(row('Stock', /LOTE-8/)).toContainText('5');
  await user.write(page.getByLabel(`Unidades contadas de ${sku}, lote LOTE-8`), '4');
  await expect(row('Stock', /LOTE-8/)).toContainText('-1');
  await user.to(button('Registrar conteo'), 'Shift+Tab');
  await expect(button('Registrar conteo')).toHaveAccessibleDescription(/mirá qué le falta a cada uno/);
  await expect(row('Stock', /LOTE-8/)).toContainText('Escribí el motivo de la diferencia');
  await user.write(page.getByLabel(`Motivo de la diferencia de ${sku}, lote LOTE-8`), 'Bolsa rota');
  await expectAccessible('a count');
  await user.to(button('Registrar conteo'), 'Shift+Tab');
  await user.press('Enter');
  await expect(page.getByText('1 diferencia registrada').first()).toBeVisible();
  await expect(row('Stock', /LOTE-8/)).toContainText('4');
  await user.use(button(`Ubicar ${sku}`).first());
  await user.type('B-02-1');
  await user.press('Enter');
  await expect(button(`Ubicación de ${sku}: B-02-1`).first()).toBeVisible();

  // A picking list, printed by the browser.
  await page.goto(`/consola/deposito?cliente=${sender.clientId}`);
  for (const order of [sent, waiting]) {
    await user.to(page.getByLabel(`Elegir el pedido ${order.number}`));
    await user.press('Space');
  }
  await user.to(button('Lista de preparación'), 'Shift+Tab');
  await user.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Lista de preparación' })).toBeVisible();
  await expect(row('Lista de preparación', /B-02-1/).first()).toContainText(sku);
  await expectAccessible('a picking list');
  // A4 without its margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Menú' })).toBeHidden();
  await expect(button('Imprimir')).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(20, 32, 43)');
  await expect(row('Lista de preparación', /B-02-1/).first()).toBeVisible();
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });

  // A shipment comes back: one of its two units is good.
  const [label = ''] = sent.labels;
  await sendEvents(page, label, 'retirado', 'en_curso', 'rechazado', 'devolucion', 'devuelto');
  await page.goto('/consola/deposito/devoluciones');
  await expect(page.getByLabel('Etiqueta del envío devuelto')).toBeFocused();
  await user.type(`nada\n`);
  await expect(page.getByRole('alert')).toContainText('no es una etiqueta');
  await user.type(`${label}\n`);
  const back = page.getByLabel(new RegExp(`^Unidades de ${sku}, lote .*, que vuelven$`));
  await expect(back).toHaveValue('2');
  await user.to(back);
  await user.press('Control+a');
  await user.type('1');
  await expectAccessible('a return');
  await user.use(button('Devolver al stock'));
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 unidad queda afuera');
  await user.use(question.getByRole('button', { name: 'Devolver al stock' }));
  await expect(page.getByText(/Las unidades de este envío volvieron al stock/)).toBeVisible();
  await expect(button('Devolver al stock')).toHaveCount(0);

  // What expires, as a file.
  await page.goto(`/consola/deposito/vencimientos?cliente=${sender.clientId}`);
  await expect(row('Vencimientos', /LOTE-9/)).toContainText('Vencido');
  await expectAccessible('what expires');
  const download = page.waitForEvent('download');
  await user.use(button('Exportar CSV'));
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`"${sku}"`);
});
