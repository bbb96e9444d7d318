import { shipment } from '#test/order-factory.ts';
import { makeOrder } from './created-order.ts';
import { expect, test } from './fixtures.ts';
import { freshSender } from './fresh-sender.ts';
import { OrderPage, RECEIVER, STREET, unique } from './order-page.ts';
import { option } from './palette-page.ts';
import { countUserActions } from './user-actions.ts';

// Limits of clicks and fields for daily tasks, counted in the page.

test('an order of one product takes at most twelve typed fields and three clicks', async ({ page, logIn }) => {
  const sender = await freshSender(page.request);
  await logIn(sender.username, sender.password);
  const order = new OrderPage(page);
  const sku = unique('T');
  await order.makeProduct({ sku, description: 'Termo', value: 90_000, weight: 900 });
  await page.goto('/ordenes');
  await page.getByText('No hay resultados disponibles').waitFor();
  const actions = await countUserActions(page);
  await page.getByRole('link', { name: 'Nueva Orden' }).first().click();
  // The list has a field of the same name as the form.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nueva Orden');
  for (const [label, text] of [['Nro. de Orden Interno', unique('T')], ...STREET] as const) {
    await order.field(label).fill(text);
  }
  await order.pickZip('1425');
  for (const [label, text] of RECEIVER) {
    await order.field(label).fill(text);
  }
  await order.button('Agregar Ítem').click();
  await expect(order.field('Producto del ítem 1')).toBeFocused();
  await page.keyboard.type(sku);
  await option(page, new RegExp(sku)).waitFor();
  await page.keyboard.press('Enter');
  await order.save.click();
  await page.waitForURL('**/ordenes');
  expect(actions.fields).toBeLessThanOrEqual(12);
  expect(actions.clicks).toBeLessThanOrEqual(3);
  // Proves that the actions were counted.
  expect(actions.fields + actions.clicks).toBeGreaterThan(10);
});

test('printing fifty labels takes three clicks: print mode, select the page, print', async ({ page, logIn }) => {
  await logIn('basico');
  const { tracking } = await makeOrder(page, { shipments: Array.from({ length: 50 }, () => shipment()) });
  await page.goto(`/envios?etiqueta=${tracking}&limit=50`);
  await expect(page.getByRole('link', { name: `${tracking}-50`, exact: true })).toBeVisible();
  const actions = await countUserActions(page);
  await page.getByRole('button', { name: 'Imprimir en lote' }).click();
  await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).click();
  const [request] = await Promise.all([
    page.waitForRequest('**/api/v1/client/shipping/batch_printing.pdf'),
    page.getByRole('button', { name: 'Imprimir (50)' }).click(),
  ]);
  expect(new Set(request.postDataJSON().shippings_id).size).toBe(50);
  expect((await request.response())?.headers()['content-type']).toContain('application/pdf');
  await expect(page.getByRole('button', { name: 'Imprimir (0)' })).toBeVisible();
  expect(actions).toEqual({ clicks: 3, fields: 0, commands: 0 });
});
