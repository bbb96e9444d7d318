import { expect } from '#test/e2e/fixtures.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { test } from './new-order-test.ts';

test('the input of a new order is kept across a reload and an expired session', async ({
  order,
  page,
  allowConsole,
  logIn,
}) => {
  const orderId = uniqueText('D-');
  await order.field('Nro. de Orden Interno').fill(orderId);
  await order.field('Calle').fill('Costa Rica');
  await order.button('Agregar Envío').click();
  await order.shipment(2).getByLabel('Largo').fill('44');
  await expect(page.getByText(/^Borrador guardado a las \d\d:\d\d$/)).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^Tenés una orden sin terminar de las \d\d:\d\d/)).toBeVisible();
  await order.button('Retomala').click();
  await expect(order.field('Nro. de Orden Interno')).toHaveValue(orderId);
  await expect(order.shipment(2).getByLabel('Largo')).toHaveValue('44');

  allowConsole(/401/);
  await order.field('Calle').fill('Gorriti');
  await page.route('**/zip_code/**', (route) => route.fulfill({ status: 401, json: { message: 'Tu sesión terminó' } }));
  await order.field('Código postal').fill('1414');
  await page.waitForURL('**/login');
  await page.unroute('**/zip_code/**');
  await logIn('basico');
  await order.openByLink();
  await order.button('Retomala').click();
  await expect(order.field('Nro. de Orden Interno')).toHaveValue(orderId);
  await expect(order.field('Calle')).toHaveValue('Gorriti');
  await expect(order.field('Código postal')).toHaveValue('1414');

  await page.reload();
  await order.button('Descartala').click();
  await page.reload();
  await expect(order.field('Nro. de Orden Interno')).toHaveValue('');
  await expect(page.getByText(/sin terminar/)).toHaveCount(0);
});

test('by keyboard alone an order is saved and the next one is started in the same mode', {
  tag: ['@both', '@strict'],
}, async ({ order, page }) => {
  await order.page.getByRole('radio', { name: 'Retiro en punto de entrega' }).press('Space');
  const orderId = await order.fillOrder();
  await page.keyboard.press('Alt+Shift+KeyE');
  await expect(order.shipment(2).getByLabel('Largo')).toBeFocused();
  await order.fillMeasures(2, ['10', '10', '10', '500', '1500']);
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  await page.keyboard.press('Alt+Shift+KeyI');
  await expect(order.shipment(1).getByLabel('Producto del ítem 1')).toBeFocused();
  await order.shipment(1).getByRole('button', { name: 'Quitar el ítem 1' }).press('Enter');
  await expect(order.shipment(1).getByLabel('Peso'), 'what was typed before is back').toHaveValue('500');

  await page.keyboard.press('Control+Shift+Enter');
  await expect(order.alert).toContainText(orderId);
  await expect(order.field('Nro. de Orden Interno')).toHaveValue('');
  await expect(order.field('Nro. de Orden Interno')).toBeFocused();
  await expect(order.shipment(2)).toHaveCount(0);
  await expect(order.page.getByRole('radio', { name: 'Retiro en punto de entrega' })).toBeChecked();
  await order.open();
  await expect(page.getByText(/sin terminar/), 'a saved order leaves no draft').toHaveCount(0);
  await expect(order.page.getByRole('radio', { name: 'Retiro en punto de entrega' })).toBeChecked();

  const next = await order.fillOrder();
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/ordenes');
  await expect(order.alert.filter({ hasText: next })).toBeVisible();
});
