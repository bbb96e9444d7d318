import type { Request } from '@playwright/test';
import { expect } from './fixtures.ts';
import { test } from './new-order-test.ts';
import { unique } from './order-page.ts';
import { expectProductMessages } from './product-messages.ts';

const isCreation = (request: Request) =>
  request.method() === 'POST' && /\/api\/v1\/client\/order\/?$/.test(request.url());

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
  const total = order.summary.locator('.total-amount');
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

test('a SKU that is taken is told in the product modal, on its field, and the order keeps what it has', {
  tag: '@both',
}, async ({ order, page, allowConsole }) => {
  allowConsole(/4(09|22)/);
  const sku = unique('S');
  await order.makeProduct({ sku, description: 'Mate', value: 1000, weight: 200 });
  await order.field('Calle').fill('Costa Rica');
  await order.button('Nuevo Producto +').click();
  const modal = page.getByRole('dialog', { name: 'Nuevo Producto' });
  await modal.getByRole('button', { name: 'Guardar' }).click();
  await expectProductMessages(modal);
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
