import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindTransaction, runText, type Trx } from '#server/db/connection.ts';
import type { Query } from '#server/db/statement.ts';
import { readOrderFacts } from '#server/orders/domain/flags/order-flags.store.ts';
import { labelOfShipment, labelsOfOrder } from '#server/orders/label/label.store.ts';
import { productRoutes } from '#server/orders/product/product.routes.ts';
import { changeProduct, lockProduct, productPage } from '#server/orders/product/product.store.ts';
import { orderHistory, shipmentDetail } from '#server/orders/shipment/shipment.store.ts';
import { exportedPage, shipmentSlice, shipmentTotal } from '#server/orders/shipment/shipment-list.store.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver } from '#test/fixtures/order-factory.ts';
import { pickupAddresses, productsById } from './create/order-create.store.ts';
import { orderRoutes } from './order.routes.ts';
import { orderDetailStatement, shippingsStatement } from './order-detail.store.ts';
import { farSliceStatement, sliceStatement, totalStatement } from './order-list.store.ts';

let gateway: TestGateway;
let mine: TestClient;
let theirs: TestClient;
let otherClient: TestClient;
/** Ids of the other client's rows. */
const foreign = { order: 0, tracking: '', shipment: 0, product: 0 };

beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, productRoutes]);
  mine = await gateway.addClient();
  theirs = await gateway.addClient();
  otherClient = await gateway.addClient();
  gateway.setTime(new Date('2026-01-01T12:00:00Z'));
  await gateway.call(createOrder, { by: mine, body: newOrder({ order_id: 'MINE' }) });
  gateway.setTime(null);
  const measures = { value: 1, length: 1, height: 1, width: 1, weight: 1, active: true };
  const product = { sku: 'CANARY', description: 'CANARY', category: 1, ...measures };
  foreign.product = (await gateway.call(createProduct, { by: theirs, body: product })).body.results.id;
  const body = newOrder({ order_id: 'CANARY', receiver: receiver({ receiver_name: 'CANARY' }) });
  const created = (await gateway.call(createOrder, { by: theirs, body })).body.results;
  Object.assign(foreign, { order: created.id, tracking: created.tracking_id });
  const [shipment] = await gateway.owner<{ id: number }>('SELECT id FROM shipments WHERE order_pk = $1', [created.id]);
  foreign.shipment = shipment?.id ?? 0;
});
afterAll(() => gateway?.stop());

const near = { limit: 10, offset: 0, reversed: false };
const sort = { column: 'updated_at', descending: true } as const;

describe('without row-level security, each query still reads one client’s rows only', () => {
  // The owner sees every row, so only the query itself can exclude the other client's rows.
  const asOwner = () =>
    bindTransaction({ query: ({ text, values }: Query) => ownerQuery(text, values) } as never, false);
  const ownerQuery = async (text: string, values: readonly unknown[] = []) => {
    const rows = await gateway.owner(text, [...values]);
    return { rows, rowCount: rows.length };
  };

  test.each<[string, (id: number) => Query]>([
    ['list', (id) => sliceStatement(id, {}, sort, near)],
    ['list by number', (id) => sliceStatement(id, { number: 'CANARY' }, sort, near)],
    ['list by tracking id', (id) => sliceStatement(id, { tracking: { exact: foreign.tracking } }, sort, near)],
    ['list by label', (id) => sliceStatement(id, { label: { exact: `${foreign.tracking}-1` } }, sort, near)],
    ['list by days', (id) => sliceStatement(id, { fromDay: '2020-01-01' }, sort, near)],
    ['far page', (id) => farSliceStatement(id, {}, sort, near)],
    ['total', (id) => totalStatement(id, {})],
    ['detail', (id) => orderDetailStatement(id, { column: 'id', value: foreign.order })],
    ['shipments of the detail', (id) => shippingsStatement(id, { column: 'id', value: foreign.order })],
    ['detail by tracking id', (id) => orderDetailStatement(id, { column: 'tracking_id', value: foreign.tracking })],
    ['history', (id) => orderHistory(id, { column: 'id', value: foreign.order })],
    ['shipments', (id) => shipmentSlice(id, {}, sort, near)],
    ['shipments by number', (id) => shipmentSlice(id, { number: 'CANARY' }, sort, near)],
    ['shipments by label', (id) => shipmentSlice(id, { label: { exact: `${foreign.tracking}-1` } }, sort, near)],
    ['total of shipments', (id) => shipmentTotal(id, { fromDay: '2026-01-02' })],
    ['exported shipments', (id) => exportedPage(id, {}, null, 10)],
    ['shipment', (id) => shipmentDetail(id, { column: 'label', value: `${foreign.tracking}-1` })],
    ['products', (id) => productPage(id, { page: 1, limit: 10, filter: {} } as never)],
  ])('%s', async (_, statement) => {
    const { text, values } = statement(mine.clientId);
    expect(JSON.stringify(await gateway.owner(text, [...values]))).not.toContain('CANARY');
    // Control: for the other client, the query does find the row.
    const own = statement(theirs.clientId);
    const found = JSON.stringify(await gateway.owner(own.text, [...(own.values ?? [])]));
    expect(found).toMatch(/CANARY|"n":1|-1"/);
  });

  test.each<[string, (trx: Trx, id: number) => Promise<unknown>]>([
    ['products of an order', async (trx, id) => [...(await productsById(trx, id, [foreign.product])).values()]],
    [
      'collection address',
      async (trx, id) => {
        const { addresses } = await pickupAddresses(trx, id, [theirs.addressId]);
        return addresses.filter((address) => address.id === theirs.addressId);
      },
    ],
    ['labels of an order', (trx, id) => labelsOfOrder(trx, id, { column: 'id', value: foreign.order })],
    [
      'label of a shipment',
      async (trx, id) => {
        const key = { column: 'id', value: foreign.shipment } as const;
        return (await labelOfShipment(trx, id, key, key)) ?? [];
      },
    ],
    ['facts of an order', (trx, id) => readOrderFacts(trx, id, [foreign.order])],
  ])('%s', async (_, query) => {
    expect(await query(asOwner(), mine.clientId)).toEqual([]);
    expect(await query(asOwner(), theirs.clientId)).not.toEqual([]);
  });

  test('a newer order of another client doesn’t affect a page', async () => {
    for (const criteria of [{}, { fromDay: '2020-01-01' }, { number: 'MINE' }, { mode: 1 }]) {
      const { text, values } = sliceStatement(mine.clientId, criteria, sort, { ...near, limit: 1 });
      expect(await gateway.owner(text, [...values])).toMatchObject([{ order_id: 'MINE', total: 1 }]);
    }
  });

  test('a client can’t change another client’s product', async () => {
    const form = { sku: 'X', description: 'X', category: 1, value: 1, length: 1, height: 1, width: 1, weight: 1 };
    const change = changeProduct(asOwner(), mine.clientId, foreign.product, { ...form, active: true }, new Date());
    expect(await change).toBe(false);
    expect(await lockProduct(asOwner(), mine.clientId, foreign.product)).toBeNull();
  });
});

test.each([
  'orders',
  'shipments',
  'shipment_items',
  'shipment_events',
  'products',
  'order_updated_counts',
  'shipment_counts',
])('with row-level security, a query of %s without a client filter sees only the caller’s rows', async (table) => {
  const count = (id: number) =>
    gateway.deps.db.withClient(id, (trx) => runText<{ n: number }>(trx, `SELECT count(*) AS n FROM ${table}`));
  expect(await count(otherClient.clientId)).toEqual([{ n: 0 }]);
  expect(await count(theirs.clientId)).toEqual([{ n: 1 }]);
});
