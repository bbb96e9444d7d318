import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createProduct, updateProduct } from '#shared/orders/product/new-product.ts';
import { clientFulfillment, prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import * as stock from '#shared/warehouse/staff-stock.ts';
import { listStock } from '#shared/warehouse/stock.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { productForm } from '#test/fixtures/product-factory.ts';
import { createStockFixture, type StockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

const EAN = '7790001001238';
const UPC = '036000291452';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let shop: StockFixture;
let other: StockFixture;
/** SKU of a product whose bar code is `EAN`. */
let mate: string;
let mateId: number;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, ...warehouseFeatures]));
  other = await newShop();
});
beforeEach(async () => {
  shop = await newShop();
  ({ id: mateId, sku: mate } = await addProduct({ barcode: EAN }));
});
afterAll(() => gateway?.stop());

const newShop = async () => createStockFixture(gateway, staff, await gateway.addClient({ fulfillment: true }));

/** Adds a product to the shop's catalogue. */
async function addProduct(changes: Parameters<typeof productForm>[0]): Promise<{ id: number; sku: string }> {
  const body = productForm(changes);
  const { results } = (await gateway.call(createProduct, { by: shop.by, body })).body;
  return { id: results.id, sku: body.sku };
}

const add = async (changes: Parameters<typeof productForm>[0]) => (await addProduct(changes)).sku;

const params = (of = shop) => ({ clientId: of.by.clientId });

async function lots(sku: string, of = shop) {
  const { body } = await staff(stock.clientStock, { params: params(of), query: { filter: { sku } } });
  return body.results.map((lot) => [lot.sku, lot.lot, lot.units]);
}

test('a receipt by a bar code is booked to the SKU, and is the same receipt as one by the SKU', async () => {
  const receipt_id = crypto.randomUUID();
  expect(await shop.receive(3, 'L1', { receipt_id, sku: EAN })).toMatchObject({ result: 'recorded', sku: mate });
  expect(await shop.receive(3, 'L1', { receipt_id, sku: mate })).toMatchObject({ result: 'repeated' });
  expect(await lots(EAN)).toEqual([[mate, 'L1', 3]]);
  expect(await lots(`0${EAN}`)).toEqual(await lots(mate));
});

test('a recorded receipt names its goods by the stock, or by the catalogue', async () => {
  const sku = await add({ description: 'Termo' });
  expect(await shop.receive(3, 'L1', { sku, description: '' })).toMatchObject({ sku, description: 'Termo' });
  expect(await shop.receive(3, 'L1', { sku, description: 'Termo de acero' })).toMatchObject({
    description: 'Termo de acero',
  });
  const receipt_id = crypto.randomUUID();
  const sent = { receipt_id, sku: EAN, description: 'Mate' };
  expect(await shop.receive(3, 'L1', sent)).toMatchObject({ sku: mate, description: 'Mate' });
  expect(await shop.receive(3, 'L1', sent)).toMatchObject({ result: 'repeated', description: 'Mate' });
  expect(await shop.receive(3, 'L1', { sku: 'ZZZ' })).toMatchObject({ result: 'refused', description: null });
});

test('a code with a wrong check digit is refused with what to check', async () => {
  expect(await shop.receive(3, 'L1', { sku: '7790001001239' })).toMatchObject({
    result: 'refused',
    reason: 'El código «7790001001239» no está en el catálogo del cliente: revisá el último dígito',
  });
  expect((await shop.receive(3, 'L1', { sku: '99999' }))?.reason).toBe(
    'El código «99999» no está en el catálogo del cliente. La empresa lo agrega en Productos',
  );
});

/** Gives the bar code `EAN` to another product. @returns its SKU */
async function moveCode(): Promise<string> {
  await edit(mateId, { sku: mate, barcode: '' });
  return add({ barcode: EAN });
}

test('a receipt that is sent again is the same one, though its bar code has moved to another product', async () => {
  const receipt_id = crypto.randomUUID();
  await shop.receive(3, 'L1', { receipt_id, sku: EAN });
  const other = await moveCode();
  expect(await shop.receive(3, 'L1', { receipt_id, sku: EAN })).toMatchObject({ result: 'repeated', sku: mate });
  expect(await shop.receive(3, 'L1', { receipt_id, sku: mate })).toMatchObject({ result: 'repeated', sku: mate });
  expect(await shop.receive(3, 'L1', { receipt_id, sku: other })).toMatchObject({ result: 'refused' });
  expect(await shop.receive(4, 'L1', { receipt_id, sku: EAN })).toMatchObject({ result: 'refused' });
  expect([await lots(mate), await lots(other)]).toEqual([[[mate, 'L1', 3]], []]);
});

test('a receipt that is sent twice in one call by a bar code and by the SKU is booked once', async () => {
  const receipt = { receipt_id: crypto.randomUUID(), lot: 'L1', units: 3 };
  const body = { receipts: [EAN, mate, `0${EAN}`].map((sku) => ({ ...receipt, sku })) };
  const { results } = (await staff(stock.recordReceipts, { params: params(), body })).body;
  expect(results.map(({ result, sku }) => [result, sku])).toEqual([
    ['recorded', mate],
    ['repeated', mate],
    ['repeated', mate],
  ]);
});

test('a receipt by a text that became a SKU meanwhile is still the same one', async () => {
  const receipt_id = crypto.randomUUID();
  await shop.receive(3, 'L1', { receipt_id, sku: EAN });
  await add({ sku: EAN });
  expect(await shop.receive(3, 'L1', { receipt_id, sku: EAN })).toMatchObject({ result: 'repeated', sku: mate });
});

test('a count that is sent again is the same one, though its bar code has moved to another product', async () => {
  await shop.receive(3, 'L1', { sku: mate });
  const count = { count_id: crypto.randomUUID(), sku: EAN, lot: 'L1', expected: 3, counted: 2, reason: 'Rotura' };
  const send = async (changes: object = {}) => {
    const body = { counts: [{ ...count, ...changes }] };
    return (await staff(stock.recordCounts, { params: params(), body })).body.results[0];
  };
  expect(await send()).toMatchObject({ result: 'recorded', difference: -1 });
  const other = await moveCode();
  expect(await send()).toMatchObject({ result: 'repeated', difference: -1 });
  expect(await send({ sku: mate })).toMatchObject({ result: 'repeated' });
  expect(await send({ sku: other })).toMatchObject({ result: 'refused' });
  expect(await lots(mate)).toEqual([[mate, 'L1', 2]]);
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
  const shelf = await staff(stock.setShelf, { params: params(), body: { sku: EAN, shelf: 'A-01' } });
  expect(shelf.body.results).toEqual({ sku: mate, shelf: 'A-01' });
  const count = { count_id: crypto.randomUUID(), sku: EAN, lot: 'L1', expected: 3, counted: 2, reason: 'Rotura' };
  const counted = await staff(stock.recordCounts, { params: params(), body: { counts: [count] } });
  expect(counted.body.results).toMatchObject([{ result: 'recorded', difference: -1 }]);
  expect(await lots(mate)).toEqual([[mate, 'L1', 2]]);
});

/** Receives a unit, orders it and gives its product a bar code. @returns the bar codes in the order to pack, and how to prepare a unit */
async function orderWithCode(barcode: string) {
  await shop.receive(3, 'L1');
  await shop.made(1);
  const waiting = await shop.waiting();
  const codes = async () => {
    const { body } = await staff(clientFulfillment, { params: waiting });
    return body.results.shipments.flatMap(({ items }) => items.map((item) => item.barcode));
  };
  const prepare = (sku: string) =>
    staff(prepareFulfillment, { params: waiting, body: { items: [{ sku, quantity: 1 }] } });
  expect(await codes()).toEqual(['']);
  await edit(shop.product, { sku: shop.sku, barcode });
  return { codes, prepare };
}

const edit = (id: number, changes: Parameters<typeof productForm>[0]) =>
  gateway.call(updateProduct, { by: shop.by, params: { id }, body: productForm(changes) });

test('an order to pack shows the bar codes of its products, and is prepared by them', async () => {
  const { codes, prepare } = await orderWithCode(UPC);
  expect(await codes()).toEqual([`0${UPC}`]);
  expect((await prepare(EAN)).body.errors?.map(({ message }) => message)).toEqual(['El pedido no tiene ese SKU']);
  expect((await prepare(UPC)).status).toBe(200);
  expect(await codes()).toEqual([`0${UPC}`]);
});

test.each([
  ['its 13 digits', `0${UPC}`],
  ['its 12 digits, as another scanner reads it', UPC],
  ['the 14 digits of its box', `00${UPC}`],
  ['its digits in groups', '0-36000-29145-2'],
  ['its digits with blanks', '0 36000 29145 2'],
])('an order to pack hides a bar code if the SKU of another product is %s', async (_, sku) => {
  const { codes, prepare } = await orderWithCode(UPC);
  await add({ sku });
  expect((await prepare(sku)).body.errors?.map(({ message }) => message)).toEqual(['El pedido no tiene ese SKU']);
  expect(await codes()).toEqual(['']);
});

test('an order to pack hides a bar code of the company’s own if the SKU of another product is the same text', async () => {
  const { codes } = await orderWithCode('caja.7-b');
  await add({ sku: 'CAJA. 7-B' });
  expect(await codes()).toEqual(['CAJA.7-B']);
  await add({ sku: 'Caja.7-b' });
  expect(await codes()).toEqual(['']);
});

test('an order to pack hides a bar code that is a SKU in the stock, though the catalogue renamed it', async () => {
  const { codes, prepare } = await orderWithCode(UPC);
  const { id } = await addProduct({ sku: UPC });
  await shop.receive(1, 'L1', { sku: UPC });
  await edit(id, { sku: uniqueText('OTRO-') });
  expect((await prepare(UPC)).status).toBe(422);
  expect(await codes()).toEqual(['']);
});

test('an order to pack shows the bar code that stands for its SKU, even after products were renamed', async () => {
  const { codes, prepare } = await orderWithCode(UPC);
  await edit(shop.product, { sku: uniqueText('NUEVO-'), barcode: UPC });
  expect((await prepare(UPC)).status).toBe(422);
  expect(await codes()).toEqual(['']);
});

test('a text that is a SKU stands for it, even where it is another product’s bar code', async () => {
  const own = await add({ sku: EAN });
  expect(await shop.receive(3, 'L1', { sku: EAN })).toMatchObject({ result: 'recorded', sku: own });
  expect(await lots(mate)).toEqual([]);
});

test('another client’s bar code stands for nothing', async () => {
  expect(await other.receive(3, 'L1', { sku: EAN })).toMatchObject({
    result: 'refused',
    reason: `El código «${EAN}» no está en el catálogo del cliente. La empresa lo agrega en Productos`,
  });
  await other.receive(3, 'L2');
  expect(await lots(EAN, other)).toEqual([]);
  const shelf = await staff(stock.setShelf, { params: params(other), body: { sku: EAN, shelf: 'A-01' } });
  expect(shelf.status).toBe(422);
});
