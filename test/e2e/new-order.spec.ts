import type { Request } from '@playwright/test';
import { expectLimits } from './order-limits.ts';
import { OrderPage, unique } from './order-page.ts';
import { test as base, expect } from './test.ts';

const test = base.extend<{ order: OrderPage }>({
  order: async ({ page, logIn }, use) => {
    await logIn('basico');
    const order = new OrderPage(page);
    await order.openByLink();
    await use(order);
  },
});

const isCreation = (request: Request) =>
  request.method() === 'POST' && /\/api\/v1\/client\/order\/?$/.test(request.url());

const REQUIRED = 'Este dato es obligatorio';

test('what is missing is told on its field, in a summary that leads there, and the first field is focused', {
  tag: '@both',
}, async ({ order, page }) => {
  await expect(order.summary).toContainText('Faltan 19 datos para guardar');
  await order.save.click();

  const first = order.field('Nro. de Orden Interno');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription(new RegExp(REQUIRED));
  const problems = page.getByRole('alert').filter({ hasText: 'Revisá estos 19 datos' });
  await expect(problems.getByRole('link')).toHaveCount(19);
  for (const label of ['Calle', 'Altura', 'Entre calle 1', 'Código postal', 'Provincia', 'Localidad', 'Barrio']) {
    await expect(order.field(label)).toHaveAccessibleDescription(new RegExp(REQUIRED));
  }
  for (const label of ['Nombre', 'Apellido', 'Documento', 'Destinatario', 'Email', 'Teléfono', 'Peso', 'Valor']) {
    await expect(order.field(label)).toHaveAccessibleDescription(new RegExp(REQUIRED));
  }
  for (const [label, name] of [
    ['Largo', 'largo'],
    ['Ancho', 'ancho'],
    ['Alto', 'alto'],
  ] as const) {
    await expect(order.field(label)).toHaveAccessibleDescription(`El ${name} es obligatorio`);
  }
  for (const label of ['Remitente', 'Piso', 'Dpto.', 'Entre calle 2', 'Observaciones']) {
    await expect(order.field(label)).not.toHaveAttribute('aria-invalid');
  }
  // Clear of the bar at the foot, which would cut a link in two.
  await problems.evaluate((summary) => summary.scrollIntoView({ block: 'center' }));

  await problems.getByRole('link', { name: /Envío 1, Alto/ }).click();
  await expect(order.field('Alto')).toBeFocused();
});

test('every limit is told when a field is left, and not one character earlier', async ({ order }) => {
  await expectLimits(order);
  await expect(order.page.getByText('250 / 250')).toBeVisible();
});

test('an item needs a product and a quantity from 1 to 9999', async ({ order }) => {
  await order.button('Agregar Ítem').click();
  const product = order.field('Producto del ítem 1');
  const quantity = order.field('Cantidad del ítem 1');
  await expect(product).toBeFocused();
  await expect(quantity).toHaveValue('1');
  await order.save.click();
  await expect(product).toHaveAccessibleDescription('Este campo es obligatorio');
  for (const [text, message] of [
    ['', 'Obligatorio'],
    ['0', 'Mínimo 1'],
    ['10000', 'Máximo 9999'],
  ] as const) {
    await quantity.fill(text);
    await expect(quantity).toHaveAccessibleDescription(message);
  }
  await quantity.fill('9999');
  await expect(quantity).not.toHaveAttribute('aria-invalid');
});

test('two shipments, one with a product made on the spot and one without items, become one order', {
  tag: '@both',
}, async ({ order, page }) => {
  const [known, made] = [unique('K'), unique('M')];
  await order.makeProduct({ sku: known, description: 'Yerba mate orgánica', value: 4600, weight: 300 });
  await order.open();
  const orderId = await order.fillOrder();
  await expect(order.field('Provincia')).toHaveValue('Ciudad Autónoma de Buenos Aires');
  await expect(order.field('Provincia')).toHaveAttribute('readonly', '');
  await expect(order.field('Destinatario')).toHaveValue('Florencia Iturralde');

  await order.addProduct(1, known, '2');
  await expect(order.field('Largo'), 'the only product suggests its sizes').toHaveValue('10');

  await order.button('Nuevo Producto +').click();
  const modal = page.getByRole('dialog', { name: 'Nuevo Producto' });
  await expect(modal.getByLabel('Activo')).toBeChecked();
  await expect(modal.getByLabel('Activo')).toBeDisabled();
  await modal.getByLabel('SKU').fill(made);
  await modal.getByLabel('Descripción').fill('Bombilla de alpaca');
  await modal.getByLabel('Categoría').selectOption({ index: 1 });
  await modal.getByLabel('Valor').fill('1.234');
  await modal.getByLabel('Largo').fill('20');
  await modal.getByLabel('Alto').fill('3');
  await modal.getByLabel('Ancho').fill('3');
  await modal.getByLabel('Peso').fill('150');
  await page.keyboard.press('Enter');
  await expect(modal).toBeHidden();
  await expect(order.field('Producto del ítem 2')).toHaveValue(`${made} · Bombilla de alpaca`);
  await expect(order.field('Cantidad del ítem 2')).toBeFocused();
  await expect(order.field('Peso'), '2 × 300 + 1 × 150').toHaveValue('750');
  await expect(order.field('Peso')).toHaveAttribute('readonly', '');
  await expect(order.field('Valor'), '2 × 4600 + 1234').toHaveValue('10.434,00');

  await order.button('Agregar Envío').click();
  await expect(order.shipment(2).getByLabel('Largo')).toBeFocused();
  await order.fillMeasures(2, ['40', '35', '50', '1.000', '32500']);
  await expect(order.summary).toContainText('No falta nada para guardar');
  await expect(order.summary.getByText(/^Costo de Envío$/)).toBeVisible();

  const sent = page.waitForRequest(isCreation);
  await order.save.click();
  const { shipments } = (await sent).postDataJSON();
  expect(shipments).toEqual([
    {
      width: 8,
      height: 12,
      length: 10,
      weight: 750,
      items_value: 10_434,
      items: [
        { product_id: expect.any(Number), quantity: 2, index: 0 },
        { product_id: expect.any(Number), quantity: 1, index: 1 },
      ],
    },
    {
      width: 35,
      height: 50,
      length: 40,
      weight: 1000,
      items_value: 32_500,
      items: [{ sku: 'NO_INFORMADO', item: 'NO_INFORMADO', quantity: 1 }],
    },
  ]);
  await expect(order.alert.filter({ hasText: orderId })).toBeVisible();
  await page.waitForURL('**/ordenes');
  expect(await order.ordersNumbered(orderId)).toMatchObject([{ shippings: [{}, {}] }]);
});

test('what the summary says while an order is written is what it costs', async ({ order, page }) => {
  const orderId = await order.fillOrder();
  await order.fillMeasures(1, ['40', '35', '50', '1000', '32500']);
  const total = order.summary.locator('.total');
  await expect(total).not.toHaveText('-');
  const told = (await total.innerText()).replace(/[^\d,]/g, '').replace(',', '.');
  await order.save.click();
  await page.waitForURL('**/ordenes');
  expect(await order.ordersNumbered(orderId)).toMatchObject([{ rate_value: Number(told) }]);
});

test('the summary says which weight is charged, and follows a tariff that changes while one writes', async ({
  order,
  page,
}) => {
  await page.clock.install();
  await order.fillOrder();
  await order.fillMeasures(1, ['40', '30', '50', '1000', '32500']);
  await expect(order.summary).toContainText('Se cobra por volumen: 12 kg (el paquete pesa 1 kg)');
  await order.shipment(1).getByLabel('Peso').fill('13000');
  await expect(order.summary).toContainText('Se cobra por peso: 13 kg');
  await page.route('**/api/rate', async (route) => {
    const answer = await route.fetch();
    const { results } = await answer.json();
    await route.fulfill({ response: answer, json: { results: { ...results, final_value: 77_777.5 } } });
  });
  await page.clock.fastForward(61_000);
  await expect(order.summary).toContainText('77.777,50');
});

test('a picked product is replaced by typing over it, and taken back by leaving another text', async ({
  order,
  page,
}) => {
  const [first, second] = [unique('P'), unique('R')];
  await order.makeProduct({ sku: first, description: 'Pava', value: 100, weight: 100 });
  await order.makeProduct({ sku: second, description: 'Radio', value: 200, weight: 200 });
  await order.open();
  await order.addProduct(1, first);
  const picker = order.field('Producto del ítem 1');
  await picker.focus();
  await page.keyboard.type(second);
  await page.getByRole('option', { name: second }).waitFor();
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue(`${second} · Radio`);
  await expect(order.field('Peso')).toHaveValue('200');
  await picker.fill('nada que exista');
  await picker.blur();
  await expect(picker).toHaveValue(`${second} · Radio`);
  await page.getByRole('button', { name: `Quitar ${second} · Radio` }).click();
  await expect(order.field('Peso'), 'without items it is typed').not.toHaveAttribute('readonly');
});

test('an order keeps at least one shipment', async ({ order }) => {
  await expect(order.page.getByRole('button', { name: /^Quitar el envío/ })).toHaveCount(0);
  await order.button('Agregar Envío').click();
  await order.button('Quitar el envío 1').click();
  await expect(order.shipment(1)).toBeVisible();
  await expect(order.page.getByRole('button', { name: /^Quitar el envío/ })).toHaveCount(0);
  await expect(order.button('Agregar Envío'), 'what was pressed is gone').toBeFocused();
});

test('the postal code is looked up from four characters on, once for each code, and closes late', {
  tag: '@both',
}, async ({ order, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.includes('zip_code')) asked.push(url.search);
  });
  const zip = order.field('Código postal');
  await zip.pressSequentially('1425');
  await expect(page.getByRole('option', { name: '1425 · Palermo, CABA' })).toBeVisible();
  await zip.press('Backspace');
  await expect(page.getByRole('option')).toHaveCount(0);
  await zip.pressSequentially('5');
  await page.getByRole('option', { name: '1425 · Palermo, CABA' }).click();
  expect(asked.map((search) => decodeURIComponent(search))).toEqual(['?page=1&limit=999&filter[code]=1425']);
  await expect(order.field('Localidad')).toHaveValue('Palermo');

  await zip.fill('1429');
  await expect(order.field('Provincia'), 'another code takes the province back').toHaveValue('');
  await page.getByRole('option').first().waitFor();
  await zip.press('Tab');
  await expect(page.getByRole('option').first(), 'the list outlives the focus').toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('a postal code that the table lacks, or that cannot be looked up, never blocks an order', async ({
  order,
  page,
  excuse,
}) => {
  await order.field('Código postal').fill('9999');
  const province = page.getByRole('combobox', { name: 'Provincia' });
  await expect(province.getByRole('option')).toHaveCount(25);
  await province.selectOption('Chubut');
  await order.field('Código postal').fill('U9999ABC');
  await expect(order.field('Provincia'), 'the letter of a CPA names it').toHaveValue('Chubut');

  excuse(/500/);
  await page.route('**/zip_code/**', (route) => route.fulfill({ status: 500, json: { message: 'Falló' } }));
  await order.field('Código postal').fill('5000');
  await expect(page.getByRole('combobox', { name: 'Provincia' })).toBeVisible();
  await expect(order.alert).toHaveCount(0);
});

test('the receiver is named after first and last name until another name is written', async ({ order }) => {
  await order.field('Nombre').fill('Ana');
  await order.field('Apellido').fill('Gómez');
  await expect(order.field('Destinatario')).toHaveValue('Ana Gómez');
  await order.field('Destinatario').fill('Recepción');
  await order.field('Apellido').fill('Pérez');
  await expect(order.field('Destinatario')).toHaveValue('Recepción');
});

test('a number that is taken is told on its field, in the alert and in the summary, and nothing typed is lost', {
  tag: '@both',
}, async ({ order, page, excuse }) => {
  excuse(/422/);
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
  excuse,
}) => {
  excuse(/400/);
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
  excuse,
}) => {
  excuse(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
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

test('what was typed is kept over a reload and over a session that ended', async ({ order, page, excuse, logIn }) => {
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

  excuse(/401/);
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

test('leaving with changes asks first', async ({ order, page }) => {
  await order.field('Calle').fill('Costa Rica');
  await page.getByRole('main').getByRole('link', { name: 'Volver' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Vas a perder los cambios de esta orden' });
  await question.getByRole('button', { name: 'Seguir acá' }).click();
  await expect(order.field('Calle')).toHaveValue('Costa Rica');
  await page.getByRole('main').getByRole('link', { name: 'Volver' }).first().click();
  await question.getByRole('button', { name: 'Salir' }).click();
  await page.waitForURL('**/ordenes');
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

test('a SKU that is taken is told in the product modal, on its field, and the order keeps what it has', {
  tag: '@both',
}, async ({ order, page, excuse }) => {
  excuse(/4(09|22)/);
  const sku = unique('S');
  await order.makeProduct({ sku, description: 'Mate', value: 1000, weight: 200 });
  await order.field('Calle').fill('Costa Rica');
  await order.button('Nuevo Producto +').click();
  const modal = page.getByRole('dialog', { name: 'Nuevo Producto' });
  await modal.getByRole('button', { name: 'Guardar' }).click();
  for (const [label, message] of [
    ['SKU', 'El SKU es requerido'],
    ['Descripción', 'La descripción es requerida'],
    ['Categoría', 'La categoría es requerida'],
    ['Valor', 'El valor es requerido'],
    ['Largo', 'El largo no es válido'],
    ['Alto', 'El alto no es válido'],
    ['Ancho', 'El ancho no es válido'],
    ['Peso', 'El peso no es válido'],
  ] as const) {
    await expect(modal.getByLabel(label)).toHaveAccessibleDescription(message);
  }
  await modal.getByLabel('SKU').fill(sku);
  await modal.getByLabel('Descripción').fill('Otro mate');
  await modal.getByLabel('Categoría').selectOption({ index: 1 });
  await modal.getByLabel('Valor').fill('1000');
  for (const label of ['Largo', 'Alto', 'Ancho', 'Peso']) await modal.getByLabel(label).fill('10');
  await page.keyboard.press('Control+Enter');
  await expect(modal.getByLabel('SKU')).toHaveAttribute('aria-invalid', 'true');
  await expect(modal.getByLabel('SKU')).toBeFocused();
  await expect(order.alert).toContainText('SKU: ');
  await page.keyboard.press('Escape');
  await expect(order.field('Calle')).toHaveValue('Costa Rica');
});
