import { readFile } from 'node:fs/promises';
import { readPdf } from '#test/callers/read-pdf.ts';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { makeOrder } from '#test/e2e/orders/created-order.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { addAddress, printLabels, shipmentOf } from './printed-shipments.ts';

test('Colectas: a manifest is opened, printed and handed over with a scanner at full speed', async ({
  page,
  storeSession,
  expectAccessible,
}) => {
  const foreign = await shipmentOf(page, 'prepago');
  await storeSession('basico');
  const street = uniqueText('Colón-');
  const pickup_address_id = await addAddress(page, street);
  const order = await makeOrder(page, { pickup_address_id, shipments: Array.from({ length: 12 }, () => shipment()) });
  const late = await makeOrder(page, { pickup_address_id });
  await printLabels(page, order.id);

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const user = await openConsoleAs(page, 'operaciones', '/consola/colectas');
  await expect(page.getByRole('heading', { level: 1, name: 'Colectas' })).toBeVisible();
  await user.use(button(new RegExp(`^Abrir manifiesto de .+${street}`)));
  const title = page.getByRole('heading', { level: 1, name: /^COL-20\d\d-\d{6}$/ });
  await expect(title).toBeVisible();
  const number = (await title.textContent()) ?? '';
  await expectAccessible('a manifest');

  const download = page.waitForEvent('download');
  await user.use(button('Imprimir'));
  const { pages } = await readPdf(await readFile(await (await download).path()));
  expect(pages[0]?.codes.map(({ text }) => text)).toEqual([number]);
  for (const label of order.labels) expect(pages[0]?.text).toContain(label);

  // Printed after the manifest, so that it is surplus.
  await printLabels(page, late.id);
  const [first = '', missing = '', ...others] = order.labels;
  const scanned = [first, ...others];
  const [, second = ''] = scanned;
  const surplus = late.labels[0] ?? '';
  const codes = [first, foreign, ...scanned, '@@@###', surplus, second, 'GARCIA'];
  // The focus is on a button, and the scanner doesn't wait for the page.
  await user.to(button('Imprimir'), 'Shift+Tab');
  await user.type(codes.map((code) => `${code}\n`).join(''));
  const counter = page.getByRole('status').filter({ hasText: /^\d+ de 12/ });
  await expect(counter).toHaveText('11 de 12 falta 1, sobra 1');
  const row = (text: string) => page.getByRole('table', { name: 'Escaneos' }).getByRole('row', { name: text });
  await expect(row(foreign)).toContainText('Es de otro cliente, Velas Aurora: apartalo');
  await expect(row('GARCIA')).toContainText('No es la etiqueta de un bulto');
  await expect(row(surplus)).toContainText('No está en el manifiesto');
  await expectAccessible('scans');

  await page.reload();
  await expect(counter).toHaveText('11 de 12 falta 1, sobra 1');
  await page.setViewportSize({ width: 768, height: 1024 });
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  await user.use(button('Confirmar el retiro'));
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('Hay diferencias: falta 1, sobra 1');
  await user.use(question.getByRole('button', { name: 'Confirmar' }));
  await expect(page.getByText('Se retiraron 11 de 12 bultos: falta 1, sobra 1').first()).toBeVisible();
  const shipments = page.getByRole('table', { name: 'Bultos del manifiesto' });
  await expect(shipments.getByRole('row', { name: missing })).toContainText('Faltó');
  await expect(shipments.getByRole('row', { name: second })).toContainText('Retirado');
  await expect(page.getByRole('table', { name: 'Bultos que sobraron' })).toContainText(surplus);
  await expectAccessible('a manifest that was handed over');

  // The missing shipment is free for the next manifest; the printed number opens it.
  await page.goto('/consola/colectas');
  await user.use(button(new RegExp(`^Abrir manifiesto de .+${street}`)));
  const next = page.getByRole('heading', { level: 1, name: /^COL-/ });
  await expect(next).not.toHaveText(number);
  await expect(page.getByRole('table', { name: 'Bultos del manifiesto' }).getByRole('row')).toHaveCount(2);
  await page.goto('/consola/colectas');
  await expect(page.getByLabel('Manifiesto', { exact: true })).toBeFocused();
  await user.type(`${number}\n`);
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
});
