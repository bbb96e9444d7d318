import type { Request } from '@playwright/test';
import { expect } from './fixtures.ts';
import { test } from './new-order-test.ts';
import { unique } from './order-page.ts';

const isCreation = (request: Request) =>
  request.method() === 'POST' && /\/api\/v1\/client\/order\/?$/.test(request.url());

test('a number that is taken is told on its field, in the alert and in the summary, and nothing typed is lost', {
  tag: '@both',
}, async ({ order, page, allowConsole }) => {
  allowConsole(/422/);
  const taken = await order.fillOrder();
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  await order.button('Generar Nueva Orden').click();
  await expect(order.alert).toContainText(taken);
  await order.fillOrder(taken);
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  await order.save.click();

  const message = 'Ya tenés una orden con ese número';
  await expect(order.alert.filter({ hasText: message })).toContainText(`Nro. de Orden Interno: ${message}`);
  await expect(order.field('Nro. de Orden Interno')).toBeFocused();
  await expect(order.field('Nro. de Orden Interno')).toHaveAccessibleDescription(new RegExp(message));
  await expect(page.getByRole('alert').filter({ hasText: 'Revisá este dato' })).toContainText(message);
  await expect(order.field('Calle')).toHaveValue('Av. Raúl Scalabrini Ortiz');
  await expect(order.field('Localidad')).toHaveValue('Palermo');
  await expect(order.shipment(1).getByLabel('Peso')).toHaveValue('500');
});

test('errors in the form of another gateway find their fields; what has none stays on the page', async ({
  order,
  page,
  allowConsole,
}) => {
  allowConsole(/400/);
  await order.fillOrder();
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  const errors = [
    'receiver[address][city] => Localidad desconocida',
    'shipments[0][weight] => Muy pesado',
    'feriado => No hay colecta',
  ];
  await page.route('**/api/v1/client/order/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { message: 'No se pudo crear', errors: errors.map((message) => ({ message })) },
        })
      : route.continue(),
  );
  await order.save.click();
  await expect(order.alert).toContainText('No se pudo crear');
  await expect(order.alert).toContainText('Localidad: Localidad desconocida');
  await expect(order.alert).toContainText('feriado: No hay colecta');
  await expect(order.field('Localidad')).toBeFocused();
  await expect(order.field('Localidad')).toHaveAccessibleDescription('Localidad desconocida');
  await expect(order.shipment(1).getByLabel('Peso')).toHaveAccessibleDescription('Muy pesado');
  await expect(page.getByRole('form').getByText('feriado: No hay colecta')).toBeVisible();
});

test('without a connection everything stays, and the next try sends the same order under the same key', async ({
  order,
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const orderId = await order.fillOrder();
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  const keys: (string | null)[] = [];
  page.on('request', async (request) => {
    if (isCreation(request)) keys.push((await request.allHeaders())['idempotency-key'] ?? null);
  });
  await page.route('**/api/v1/client/order/', (route) => route.abort());
  await order.save.click();
  await expect(order.alert).toContainText('Sin conexión. Lo que escribiste sigue acá.');
  await expect(order.field('Nro. de Orden Interno')).toHaveValue(orderId);
  await page.unroute('**/api/v1/client/order/');
  await order.save.click();
  await page.waitForURL('**/ordenes');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('a double click makes one order', async ({ order, page }) => {
  const orderId = await order.fillOrder();
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  let sent = 0;
  page.on('request', (request) => {
    if (isCreation(request)) sent += 1;
  });
  await order.save.dblclick();
  await page.waitForURL('**/ordenes');
  expect(sent).toBe(1);
  expect(await order.ordersNumbered(orderId)).toHaveLength(1);
  await order.openByLink();
  await expect(page.getByText(/sin terminar/), 'a saved order leaves no draft').toHaveCount(0);
});

test('what was typed is kept over a reload and over a session that ended', async ({
  order,
  page,
  allowConsole,
  logIn,
}) => {
  const orderId = unique('D');
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

test('leaving with changes asks first, and says that the draft is kept', { tag: '@both' }, async ({ order, page }) => {
  await order.field('Calle').fill('Costa Rica');
  await page.getByRole('main').getByRole('link', { name: 'Volver' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Todavía no guardaste esta orden' });
  await expect(question).toContainText(
    'queda como borrador en este navegador por 24 horas, salvo que cierres la sesión',
  );
  await expect(question).not.toContainText('perder los cambios');
  await question.getByRole('button', { name: 'Seguir acá' }).click();
  await expect(order.field('Calle')).toHaveValue('Costa Rica');
  await page.getByRole('main').getByRole('link', { name: 'Volver' }).first().click();
  await question.getByRole('button', { name: 'Salir' }).click();
  await page.waitForURL('**/ordenes');
  await order.openByLink();
  await order.button('Retomala').click();
  await expect(order.field('Calle')).toHaveValue('Costa Rica');
});

test('the keyboard alone writes an order, saves it and begins another in the same mode', { tag: '@both' }, async ({
  order,
  page,
}) => {
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
