import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { searchRoutes } from '#server/orders/search/search.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { foldedKey, typedKey } from '#shared/kit/text/typed-key.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { cancelOrder, listOrders } from '#shared/orders/orders.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { importProducts } from '#shared/orders/product/product-import.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { search } from '#shared/orders/search.ts';
import { clientStock } from '#shared/warehouse/staff-stock.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { productForm } from '#test/fixtures/product-factory.ts';
import { createStockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, shipmentRoutes, searchRoutes, ...warehouseFeatures]));
  client = await gateway.addClient({ fulfillment: true });
  other = await gateway.addClient({ fulfillment: true });
});
afterAll(() => gateway?.stop());

const order = async (order_id: string, by = client, changes: object = {}) => {
  const { status, body } = await gateway.call(createOrder, { by, body: newOrder({ order_id, ...changes }) });
  return { status, errors: body.errors?.map(({ field, message }) => `${field}: ${message}`), made: body.results };
};

const TAKEN = { status: 422, errors: ['order_id: Ya tenés una orden con ese número'] };

/** Spellings of one key: another hyphen, another blank, invisible characters, an accent composed otherwise. */
const SPELLINGS = [
  'Peñón – 7',
  'Pe\u00f1o\u0301n - 7',
  'Pen\u0303o\u0301n\u00a0\u2212\u20097',
  'Pe\u00f1\u200bó\ufe0fn - 7',
];

describe('an order number', () => {
  test('that looks like one in use is refused, another client’s or one in another case isn’t', async () => {
    const [first, ...spellings] = SPELLINGS as [string, ...string[]];
    expect((await order(first)).status).toBe(200);
    for (const spelling of spellings) expect(await order(spelling)).toMatchObject(TAKEN);
    expect((await order(first.toUpperCase())).status).toBe(200);
    expect((await order('Peñón - 7', other)).status).toBe(200);
  });

  test('is free again in all spellings when its order is cancelled', async () => {
    const { made } = await order('C–1');
    expect(await order('C-1')).toMatchObject(TAKEN);
    await gateway.call(cancelOrder, { by: client, params: { id: made.tracking_id } });
    expect((await order('C-1')).status).toBe(200);
  });

  test('is stored as typed, and found in any spelling by lists and search', async () => {
    const { made } = await order('Ñandú – 31');
    for (const typed of ['ñandú - 31', 'N\u0303andu\u0301\u00a0\u2014 31', 'ÑANDÚ -']) {
      const query = { filter: { order: typed } };
      const { body } = await gateway.call(listOrders, { by: client, query });
      expect(
        body.results.map(({ order_id }) => order_id),
        typed,
      ).toEqual(['Ñandú – 31']);
      const found = (await gateway.call(search, { by: client, query: { q: typed } })).body.results;
      expect(
        found.orders.map(({ id }) => id),
        typed,
      ).toEqual([made.id]);
      expect((await gateway.call(search, { by: other, query: { q: typed } })).body.results.orders).toEqual([]);
    }
  });
});

describe('a SKU', () => {
  const catalogue = async (by = client) =>
    (await gateway.call(listProducts, { by, query: { limit: 100 } as never })).body.results.map(({ sku }) => sku);

  test('that looks like one of the catalogue is the same product, in a form and in an import', async () => {
    const create = (sku: string, by = client) =>
      gateway.call(createProduct, { by, body: productForm({ sku }) as never });
    expect((await create('MATE – Ñ')).status).toBe(200);
    expect((await create('mate - n\u0303')).status).toBe(422);
    expect((await create('mate - ñ', other)).status).toBe(200);
    const imported = await gateway.call(importProducts, {
      by: client,
      body: { products: [{ ...productForm({ sku: 'mate\u00a0- ñ' }), value: 99 }], existing: 'update' } as never,
    });
    expect(imported.body.results).toMatchObject([{ result: 'updated' }]);
    expect(await catalogue()).toEqual(['mate\u00a0- ñ']);
  });

  test('in another spelling adds to the same stock', async () => {
    const shop = await createStockFixture(gateway, staff, other);
    const spelling = shop.sku.replace('-', '\u2011').toLowerCase();
    expect((await shop.receive(3, 'L1'))?.result).toBe('recorded');
    expect((await shop.receive(2, 'L1', { sku: spelling }))?.result).toBe('recorded');
    expect(await shop.lots()).toEqual([['L1', 5, 0]]);
    const params = { clientId: other.clientId };
    const stock = await staff(clientStock, { params, query: { filter: { sku: spelling } } as never });
    expect(stock.body.results).toMatchObject([{ units: 5 }]);
    expect((await shop.create(shop.order(5))).status).toBe(200);
  });
});

test('server and database bring keys into the same form, whatever characters they contain', async () => {
  const codes = [...Array(0x20000).keys(), ...Array.from({ length: 0x1000 }, (_, n) => 0xe0000 + n)].slice(1);
  const texts = codes
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .flatMap((code) => [`A ${String.fromCodePoint(code)} b`, `e${String.fromCodePoint(code)}`]);
  const rows = await gateway.owner<{ typed: string; folded: string }>(
    'SELECT typed_key(t) AS typed, folded_key(t) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS x (t, n) ORDER BY n',
    [texts],
  );
  const differing = texts.filter((text, n) => rows[n]?.typed !== typedKey(text));
  expect(differing.map(escape)).toEqual([]);
  // Later letters are missing in some versions of Unicode, which the database and Node.js needn't share.
  const isOld = (text: string) => [...text].every((character) => character.charCodeAt(0) < 0x2c00);
  const folded = texts.filter((text, n) => isOld(text) && rows[n]?.folded !== foldedKey(text));
  expect(folded.map(escape)).toEqual([]);
});
