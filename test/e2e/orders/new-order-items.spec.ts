import type { Request } from '@playwright/test';
import { expect } from '#test/e2e/fixtures.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { test } from './new-order-test.ts';

const isCreation = (request: Request) =>
  request.method() === 'POST' && /\/api\/v1\/client\/order\/?$/.test(request.url());

test('one order has two shipments: one with a product created in the form, one without items', {
  tag: '@both',
}, async ({ order, page }) => {
  const [known, made] = [uniqueText('K-'), uniqueText('M-')];
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
