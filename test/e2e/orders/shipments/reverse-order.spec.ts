import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { alertOn, asClient, makeOrder, openDetail, sendEvents } from '#test/e2e/orders/created-order.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

const dialog = (page: Page) => page.getByRole('alertdialog');
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Creates a product of the session's client. */
async function makeProduct(page: Page): Promise<{ id: number; sku: string; switchOff: () => Promise<void> }> {
  const sku = uniqueText('SKU-');
  const data = { sku, description: 'Yerba', category: 5, value: 4500, length: 10, height: 20, width: 5, weight: 1000 };
  const headers = await asClient(page);
  const answer = await page.request.post('/api/v1/client/product/', { headers, data: { ...data, active: true } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { id } = (await answer.json()).results;
  return {
    id,
    sku,
    async switchOff() {
      const changed = await page.request.put(`/api/v1/client/product/${id}`, {
        headers,
        data: { ...data, active: false },
      });
      expect(changed.status()).toBe(200);
    },
  };
}

const DELIVERED = ['retirado', 'en_curso', 'entregado'];

test.describe('Reverse logistics from an order', () => {
  test('one shipment is returned: the form is filled in, its mode is fixed, and no document is required', {
    tag: ['@both', '@strict'],
  }, async ({ page, storeSession, expectAccessible }) => {
    await storeSession('inversa');
    const product = await makeProduct(page);
    const items = [{ product_id: product.id, quantity: 2 }];
    const order = await makeOrder(page, { shipments: [shipment({ items }), shipment()] });
    for (const label of order.labels) await sendEvents(page, label, ...DELIVERED);
    await openDetail(page, order);
    const [first = ''] = order.labels;
    await page.getByRole('button', { name: new RegExp(`^Envío #${first}`) }).click();
    await page.getByRole('button', { name: 'Logística inversa' }).last().click();
    await expect(dialog(page)).toContainText(
      'Tené en cuenta que una Logística Inversa se abona como una orden regular',
    );
    await dialog(page).getByRole('button', { name: 'Continuar' }).click();
    await expect(page).toHaveURL(
      `/ordenes/nueva-orden?type=reverse-logistic&fromOrder=${order.tracking}&fromShippings=${first}`,
    );
    await expect(field(page, 'Nro. de Orden Interno')).toHaveValue(order.number);
    await expect(field(page, 'Nombre')).toHaveValue('Ana');
    await expect(page.getByRole('radio')).toHaveCount(1);
    await expect(page.getByRole('radio', { name: 'Logística inversa' })).toBeChecked();
    await expect(page.getByRole('region', { name: /^Envío \d+$/ })).toHaveCount(1);
    await expect(field(page, 'Cantidad del ítem 1')).toHaveValue('2');
    await expect(page.getByRole('button', { name: /Generar Nueva Orden/ })).toHaveCount(0);
    await expectAccessible('the filled in form');
    await field(page, 'Documento').fill('');
    await page.getByRole('button', { name: /^Guardar/ }).click();
    await expect(page).toHaveURL(/\/ordenes$/);
    await expect(alertOn(page)).toContainText('se creó correctamente');
    await page.goto(`/ordenes?nroOrden=${order.number}&modoEntrega=4`);
    const row = page.getByRole('row').filter({ hasText: order.number });
    await expect(row.getByRole('cell', { name: 'Logística inversa', exact: true })).toBeVisible();
  });
});
