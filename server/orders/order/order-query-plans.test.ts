import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import type { Slice } from '#server/db/list/list-source.ts';
import type { Query } from '#server/db/statement.ts';
import { parseSort } from '#server/orders/domain/list-criteria.ts';
import { orderHistory } from '#server/orders/shipment/shipment.store.ts';
import { totalsByProvince } from '#server/orders/statistics/statistics.store.ts';
import { seedOldOrders, seedOldShipments } from '#test/app/seed-orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { type OrderCriteria, parseOrderCriteria } from './order-criteria.ts';
import { orderDetailStatement, shippingsStatement } from './order-detail.store.ts';
import { farSliceStatement, sliceStatement, totalStatement } from './order-list.store.ts';

const EACH = 8000;

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway([]);
  const clients = [await gateway.addClient(), await gateway.addClient(), await gateway.addClient()];
  client = clients[0] as TestClient;
  for (const by of clients) {
    await seedOldOrders(gateway, by, EACH);
    await seedOldShipments(gateway, by);
  }
  await gateway.owner('VACUUM ANALYZE orders, shipments, shipment_items, shipment_events');
}, 120_000);
afterAll(() => gateway?.stop());

const SMALL = /_counts$/;

/** Returns the tables that a statement scans sequentially, planned as the role `app` under row-level security. */
async function scannedWhole({ text, values }: Query): Promise<string[]> {
  return gateway.deps.db.withClient(client.clientId, async (trx) => {
    const scans = async () => {
      const lines = await runText<{ 'QUERY PLAN': string }>(trx, `EXPLAIN ${text}`, values);
      return lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? []);
    };
    const whole = (await scans()).filter((table) => !SMALL.test(table));
    // The counters fit into a few pages, so a sequential scan is cheapest. Without it, an index must be usable.
    await runText(trx, 'SET LOCAL enable_seqscan = off');
    return [...whole, ...(await scans()).filter((table) => SMALL.test(table))];
  });
}

/** Returns the indexes that a statement uses, planned as the role `app` under row-level security. */
async function indexesOf({ text, values }: Query): Promise<string[]> {
  return gateway.deps.db.withClient(client.clientId, async (trx) => {
    const lines = await runText<{ 'QUERY PLAN': string }>(trx, `EXPLAIN ${text}`, values);
    return lines.flatMap((line) => /Index(?: Only)? Scan using (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? []);
  });
}

const near: Slice = { limit: 10, offset: 0, reversed: false };
const sort = parseSort(undefined);
const criteria = (filter: Record<string, unknown>) =>
  parseOrderCriteria(filter as never, '2026-03-01') as OrderCriteria;
const byId = { column: 'id', value: 1 } as const;

describe('no statement scans a whole table', () => {
  test.each<[string, (id: number) => Query]>([
    ['first page', (id) => sliceStatement(id, {}, sort, near)],
    ['page behind', (id) => sliceStatement(id, {}, sort, { ...near, offset: 1500 })],
    ['last page', (id) => sliceStatement(id, {}, sort, { ...near, reversed: true })],
    ['far page', (id) => farSliceStatement(id, {}, sort, { ...near, offset: 3000 })],
    ['far page of a group', (id) => farSliceStatement(id, { group: 'final' }, sort, { ...near, offset: 2100 })],
    ['oldest created', (id) => sliceStatement(id, {}, { column: 'created_at', descending: false }, near)],
    ['a group', (id) => sliceStatement(id, criteria({ state: 'final' }), sort, near)],
    [
      'a mode, printed',
      (id) => sliceStatement(id, criteria({ delivery_mode: 1, printed_by_client: true }), sort, near),
    ],
    ['days', (id) => sliceStatement(id, criteria({ from_date: '2025-04-01', to_date: '2025-04-03' }), sort, near)],
    ['a name', (id) => sliceStatement(id, criteria({ client: 'vieja 77' }), sort, near)],
    ['a number', (id) => sliceStatement(id, criteria({ order: 'old-77' }), sort, near)],
    ['a tracking id', (id) => sliceStatement(id, criteria({ tracking: 'ABC' }), sort, near)],
    ['a label', (id) => sliceStatement(id, criteria({ shipment: 'ABC' }), sort, near)],
    ['a pickup point', (id) => sliceStatement(id, criteria({ pickup_point_code: 'C7' }), sort, near)],
    ['late orders', (id) => sliceStatement(id, criteria({ late: true }), sort, near)],
    ['by promised day', (id) => sliceStatement(id, { due: {} }, { column: 'due_on', descending: false }, near)],
    ['number of late orders', (id) => totalStatement(id, { due: { before: '2026-03-01' } })],
    ['total', (id) => totalStatement(id, {})],
    ['total of days', (id) => totalStatement(id, criteria({ from_date: '2025-04-01', to_date: '2025-04-03' }))],
    ['detail by id', (id) => orderDetailStatement(id, byId)],
    ['shipments of the detail', (id) => shippingsStatement(id, byId)],
    ['detail by tracking id', (id) => orderDetailStatement(id, { column: 'tracking_id', value: 'X' })],
    ['history', (id) => orderHistory(id, { column: 'id', value: 1 })],
    ['statistics', (id) => totalsByProvince(id, '2025-01-01', '2026-01-01')],
  ])('%s', async (_, statement) => {
    expect(await scannedWhole(statement(client.clientId))).toEqual([]);
  });
});

describe('each strategy for a range of days uses its index', () => {
  const month = criteria({ from_date: '2025-04-01', to_date: '2025-04-30' });

  test.each([
    ['walk', 'orders_list'],
    ['days', 'orders_day'],
    ['sort', 'orders_created'],
  ] as const)('%s', async (path, index) => {
    expect(await indexesOf(sliceStatement(client.clientId, month, sort, { ...near, path }))).toContain(index);
  });

  test('the statement that chooses a strategy can use all three indexes', async () => {
    const indexes = await indexesOf(sliceStatement(client.clientId, month, sort, near));
    expect(indexes).toEqual(expect.arrayContaining(['orders_list', 'orders_day', 'orders_created']));
  });
});
