import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orderRoutes } from '#server/features/order/order.routes.ts';
import { createProduct, updateProduct } from '#shared/new-product.ts';
import { clientFulfillment, prepareFulfillment } from '#shared/ops/fulfillment.ts';
import * as stock from '#shared/ops/stock.ts';
import { listStock } from '#shared/stock.ts';
import { type createOperatorClient, startOperatorGateway } from '#test/operator-client.ts';
import { productForm } from '#test/product-factory.ts';
import { createStockFixture, type StockFixture, warehouseFeatures } from '#test/stock-fixture.ts';
import type { TestGateway } from '#test/test-gateway.ts';

const EAN = '7790001001238';
const UPC = '036000291452';

let gateway: TestGateway;
let operator: ReturnType<typeof createOperatorClient>;
let shop: StockFixture;
let other: StockFixture;
/** SKU of a product whose bar code is `EAN`. */
let mate: string;
beforeAll(async () => {
  ({ gateway, operator } = await startOperatorGateway([orderRoutes, ...warehouseFeatures]));
  other = await newShop();
});
beforeEach(async () => {
  shop = await newShop();
  mate = await add({ barcode: EAN });
});
afterAll(() => gateway?.stop());

const newShop = async () => createStockFixture(gateway, operator, await gateway.addClient({ fulfillment: true }));

/** Adds a product to a catalogue. @returns its SKU */
async function add(changes: object, { by } = shop): Promise<string> {
  const body = productForm({ ...changes });
  await gateway.call(createProduct, { by, body });
  return body.sku;
}

const params = (of = shop) => ({ clientId: of.by.clientId });

async function lots(sku: string, of = shop) {
  const { body } = await operator(stock.clientStock, { params: params(of), query: { filter: { sku } } });
  return body.results.map((lot) => [lot.sku, lot.lot, lot.units]);
}

test('a receipt by a bar code is booked to the SKU, and is the same receipt as one by the SKU', async () => {
  const receipt_id = crypto.randomUUID();
  expect(await shop.receive(3, 'L1', { receipt_id, sku: EAN })).toMatchObject({ result: 'recorded', sku: mate });
  expect(await shop.receive(3, 'L1', { receipt_id, sku: mate })).toMatchObject({ result: 'repeated' });
  expect(await lots(EAN)).toEqual([[mate, 'L1', 3]]);
  expect(await lots(`0${EAN}`)).toEqual(await lots(mate));
});

test('a bar code finds the stock of its product for its company, too', async () => {
  await shop.receive(3, 'L1', { sku: EAN });
  const found = async (articulo: string, { by } = shop) => {
    const { body } = await gateway.call(listStock, { by, body: { articulo, page: 1, pageSize: 10 } });
    return body.data[0].productos.map(({ sku }) => sku);
  };
  expect(await found(EAN)).toEqual([mate]);
  expect(await found(EAN, other)).toEqual([]);
});

test('a shelf and a count are recorded by a bar code', async () => {
  await shop.receive(3, 'L1', { sku: mate });
  const shelf = await operator(stock.setShelf, { params: params(), body: { sku: EAN, shelf: 'A-01' } });
  expect(shelf.body.results).toEqual({ sku: mate, shelf: 'A-01' });
  const count = { count_id: crypto.randomUUID(), sku: EAN, lot: 'L1', expected: 3, counted: 2, reason: 'Rotura' };
  const counted = await operator(stock.recordCounts, { params: params(), body: { counts: [count] } });
  expect(counted.body.results).toMatchObject([{ result: 'recorded', difference: -1 }]);
  expect(await lots(mate)).toEqual([[mate, 'L1', 2]]);
});

test('an order to pack shows the bar codes of its products, and is prepared by them', async () => {
  await shop.receive(3, 'L1');
  await shop.made(1);
  const waiting = await shop.waiting();
  const shown = async () => {
    const { body } = await operator(clientFulfillment, { params: waiting });
    return body.results.shipments.flatMap(({ items }) => items.map(({ barcode, prepared }) => [barcode, prepared]));
  };
  expect(await shown()).toEqual([['', 0]]);
  const body = productForm({ sku: shop.sku, barcode: UPC });
  await gateway.call(updateProduct, { by: shop.by, params: { id: shop.product }, body });
  expect(await shown()).toEqual([[`0${UPC}`, 0]]);
  const prepare = (sku: string) =>
    operator(prepareFulfillment, { params: waiting, body: { items: [{ sku, quantity: 1 }] } });
  expect((await prepare(EAN)).body.errors?.map(({ message }) => message)).toEqual(['El pedido no tiene ese SKU']);
  expect((await prepare(UPC)).status).toBe(200);
  expect(await shown()).toEqual([[`0${UPC}`, 1]]);
  // Who scans the SKU of another product would pack the wrong one.
  await add({ sku: `0${UPC}` });
  expect(await shown()).toEqual([['', 1]]);
});

test('a text that is a SKU stands for it, even where it is another product’s bar code', async () => {
  const own = await add({ sku: EAN });
  expect(await shop.receive(3, 'L1', { sku: EAN })).toMatchObject({ result: 'recorded', sku: own });
  expect(await lots(mate)).toEqual([]);
});

test('another client’s bar code stands for nothing', async () => {
  expect(await other.receive(3, 'L1', { sku: EAN })).toMatchObject({
    result: 'refused',
    reason: `El SKU «${EAN}» no está en el catálogo del cliente. La empresa lo agrega en Productos`,
  });
  await other.receive(3, 'L2');
  expect(await lots(EAN, other)).toEqual([]);
  const shelf = await operator(stock.setShelf, { params: params(other), body: { sku: EAN, shelf: 'A-01' } });
  expect(shelf.status).toBe(422);
});
