import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { clientFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { pickingList } from '#shared/warehouse/staff-picking.ts';
import { clientStock, setShelf } from '#shared/warehouse/staff-stock.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { createStockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, ...warehouseFeatures]));
});
afterAll(() => gateway?.stop());

/** Names of a client's SKU in the stock, on the picking list, and where its waiting order is packed. */
async function namesAfterReceipt(description: string, spelled = (sku: string) => sku) {
  const by = await gateway.addClient({ fulfillment: true });
  const shop = await createStockFixture(gateway, staff, by);
  await shop.receive(3, 'L1', { description, sku: spelled(shop.sku) });
  await staff(setShelf, { params: { clientId: by.clientId }, body: { sku: shop.sku, shelf: 'A-03-2' } });
  await shop.made(2);
  const { clientId, id } = await shop.waiting();
  const stock = await staff(clientStock, { params: { clientId }, query: { limit: 10 } });
  const picked = await staff(pickingList, { query: { orders: `${clientId}-${id}` } as never });
  const packed = await staff(clientFulfillment, { params: { clientId, id } });
  const [product] = await gateway.owner<{ name: string }>(
    'SELECT name FROM shipment_items WHERE client_id = $1 LIMIT 1',
    [clientId],
  );
  return {
    stock: stock.body.results[0]?.description,
    picked: picked.body.results[0]?.description,
    shelf: picked.body.results[0]?.shelf,
    packed: packed.body.results.shipments[0]?.items[0]?.description,
    ordered: product?.name,
  };
}

test('a SKU has its stock’s name on the picking list and where orders are packed', async () => {
  const { stock, picked, packed, ordered } = await namesAfterReceipt('Dulce de leche, frasco de 400 g');
  expect(ordered).not.toBe(stock);
  expect([stock, picked, packed]).toEqual(Array(3).fill('Dulce de leche, frasco de 400 g'));
});

test('a SKU that was received in another spelling has its stock’s name and shelf', async () => {
  const { stock, picked, packed, shelf } = await namesAfterReceipt('Dulce', (sku) => sku.replace('-', '\u2011'));
  expect([stock, picked, packed, shelf]).toEqual(['Dulce', 'Dulce', 'Dulce', 'A-03-2']);
});

test('a SKU that was received without a name has the order’s', async () => {
  const { picked, packed, ordered } = await namesAfterReceipt('');
  expect([picked, packed]).toEqual([ordered, ordered]);
});
