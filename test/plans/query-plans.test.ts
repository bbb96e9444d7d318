import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { OLDEST } from '#server/db/list/row-position.ts';
import type { Query } from '#server/db/statement.ts';
import { clientList, type PaymentCriteria, paymentRow, staffList } from '#server/money/payment/payment-list.store.ts';
import { READ_OLD_INCIDENTS } from '#server/nightly/nightly.store.ts';
import { buyersStatement } from '#server/orders/buyer/buyer.store.ts';
import { waitingTotals } from '#server/orders/collection/collection.store.ts';
import { READ_ORDERS_OF_GROUP, READ_SUBJECTS_OF_ITEMS } from '#server/orders/domain/flags/recount-items.store.ts';
import { findShipmentsAfter, shipmentByLabel } from '#server/orders/domain/staff-shipment.store.ts';
import { existingOrdersRead } from '#server/orders/order/create/existing-orders.store.ts';
import type { OrderCriteria } from '#server/orders/order/order-criteria.ts';
import { orderDetailStatement, shippingsStatement } from '#server/orders/order/order-detail.store.ts';
import { farSliceStatement, sliceStatement, totalStatement } from '#server/orders/order/order-list.store.ts';
import { countPending, readFirst, readPending } from '#server/orders/pending/pending.store.ts';
import { readFigures } from '#server/orders/pending/today.store.ts';
import { findStatement, type SearchedText } from '#server/orders/search/search.store.ts';
import { shipmentDetail } from '#server/orders/shipment/shipment.store.ts';
import type { ShipmentCriteria } from '#server/orders/shipment/shipment-criteria.ts';
import { exportedPage, shipmentSlice, shipmentTotal } from '#server/orders/shipment/shipment-list.store.ts';
import { totalsByProvince } from '#server/orders/statistics/statistics.store.ts';
import { createLog } from '#server/platform/log.ts';
import { addDays, addMonths, firstOfMonth, localDay } from '#shared/kit/days.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import type { BuyerField } from '#shared/orders/buyers.ts';
import { MAX_PENDING } from '#shared/orders/pending.ts';
import type { OpenItemKind } from '#shared/orders/rules/open-item-kinds.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { STATE_GROUPS } from '#shared/orders/rules/state-group.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { fillDatabase } from '#tools/bench/prepare.ts';
import { readScans, rowsOf, visitedRows } from './query-plan.ts';

let server: TestDatabase;
let db: Database;
/**
 * The largest client, with two fifths of all orders: the planner is most likely to choose a wrong plan for this client.
 */
let client: number;

beforeAll(async () => {
  server = await createTestDatabase(inject('databases'));
  [client = 0] = await fillDatabase(server.owner, { orders: 30_000, clients: 3 });
  await addPayments();
  await addOpenItems();
  db = openDatabase({ connection: server.login, size: 2, prepare: true }, createLog('silent'));
});

afterAll(async () => {
  await db?.close();
  await server?.stop();
});

/** Creates a payment for each order of the client: nine in ten confirmed, one in a hundred open. */
async function addPayments(): Promise<void> {
  const owner = new pg.Client(server.owner);
  await owner.connect();
  await owner.query(
    `WITH made AS MATERIALIZED (
       SELECT next_id() AS id, o.id AS order_pk, o.order_id, o.tracking_id, o.created_at,
         CASE WHEN o.id % 100 = 0 THEN 54 WHEN o.id % 10 = 1 THEN 41 ELSE 56 END AS state
       FROM orders o WHERE o.client_id = $1
     ), payments AS (
       INSERT INTO merchant_orders (client_id, id, state, amount_cents, begun_by, init_point, created_at, updated_at,
         confirmed_at, cancelled_at)
       SELECT $1, m.id, m.state, 100, (SELECT min(u.id) FROM users u WHERE u.client_id = $1), 'x', m.created_at,
         m.created_at, CASE m.state WHEN 56 THEN m.created_at END, CASE m.state WHEN 41 THEN m.created_at END
       FROM made m
     )
     INSERT INTO merchant_order_lines (client_id, merchant_order_id, n, order_pk, order_id, tracking_id, amount_cents, active)
     SELECT $1, id, 1, order_pk, order_id, tracking_id, 100, state <> 41 FROM made`,
    [client],
  );
  await owner.query('ANALYZE merchant_orders, merchant_order_lines');
  await owner.end();
}

/** Makes all orders of the client pending, as after a strike, and one in a hundred late. */
async function addOpenItems(): Promise<void> {
  const owner = new pg.Client(server.owner);
  await owner.connect();
  await owner.query(
    `INSERT INTO open_items (client_id, kind, subject_id, cause_at, opens_at, deadline, amount_cents)
     SELECT $1, 'failed_visit', o.id, o.created_at, o.created_at, o.created_at + interval '1 day', o.rate_cents
     FROM orders o WHERE o.client_id = $1`,
    [client],
  );
  await owner.query(
    `UPDATE orders SET due_on = local_day(current_moment()) - 5 WHERE client_id = $1 AND id % 100 = 0`,
    [client],
  );
  await owner.query('VACUUM ANALYZE open_items');
  await owner.end();
}

const first = { limit: 10, offset: 0, reversed: false };
const behind = { ...first, offset: 500 };
const latest = { column: 'updated_at', descending: true } as const;
// Within the two years of generated orders.
const fromDay = addMonths(firstOfMonth(localDay(new Date())), -9);
const month = { fromDay, toDay: addDays(addMonths(fromDay, 1), -1) };

const list = (criteria: OrderCriteria, slice = first) => sliceStatement(client, criteria, latest, slice);

const shipments = (criteria: ShipmentCriteria, slice = first) => shipmentSlice(client, criteria, latest, slice);
const typed = { tracking: null, label: null, id: null, names: 'part' } as const;
const search = (changes: Partial<SearchedText> & { text: string }) => findStatement(client, { ...typed, ...changes });

const numbers = Array.from({ length: 200 }, (_, n) => ({ order_id: `WEB-${100 * n}`, is_reverse: false }));

const addHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const buyers = (by: BuyerField, texts: readonly string[]) =>
  buyersStatement(client, { by, texts, since: new Date(addMonths(localDay(new Date()), -24)), indexed: true });

const halfYear = Date.parse(addMonths(localDay(new Date()), -6)) * 1000;
const aWeekAgo = { at_us: Date.parse(addDays(localDay(new Date()), -7)) * 1000, id: 0 };

const payments = (criteria: PaymentCriteria, slice = first) => clientList.slice(client, criteria, latest, slice);

const moment = { now: new Date(), today: localDay(new Date()) };
const pending = (kind: OpenItemKind, slice = { limit: 10, offset: 0 }) => readPending(client, kind, moment, slice);

const OPEN_GROUPS = STATE_GROUPS.filter((group) => group !== 'final');
const nightly = ({ text }: { text: string }, values: unknown[]): Query => ({ text, values: [client, ...values] });

const statements: [string, () => Query][] = [
  ['items that require action', () => pending('failed_visit')],
  ['items that require action, 500 behind', () => pending('failed_visit', { limit: 10, offset: 500 })],
  ['orders to print', () => pending('print')],
  ['orders to pay', () => pending('pay')],
  ['late orders', () => pending('late')],
  ['the first items of each kind', () => readFirst(client, moment)],
  ['the figures of today', () => readFigures(client, addHours(-24))],
  ['first page', () => list({})],
  ['first page of 50', () => list({}, { ...first, limit: 50 })],
  ['page behind', () => list({}, behind)],
  ['last page', () => list({}, { ...first, reversed: true })],
  ['a month', () => list(month)],
  ['a month of a mode', () => list({ ...month, mode: 2 })],
  ['a group', () => list({ group: 'con_problema' })],
  ['a name', () => list({ name: 'Zubizarreta' })],
  ['a far page', () => farSliceStatement(client, {}, latest, { ...first, offset: 5000 })],
  ['the total', () => totalStatement(client, {})],
  ['the total of a month', () => totalStatement(client, month)],
  ['orders by the numbers of a file', () => existingOrdersRead(client, numbers)],
  ['an order', () => orderDetailStatement(client, { column: 'id', value: 1 })],
  ['an order’s shipments', () => shippingsStatement(client, { column: 'id', value: 1 })],
  ['shipments', () => shipments({})],
  ['shipments, 50 behind', () => shipments({}, { ...behind, limit: 50 })],
  ['the last shipments', () => shipments({}, { ...first, reversed: true })],
  ['shipments of a month and a mode', () => shipments({ ...month, mode: 2 })],
  ['shipments not printed', () => shipments({ printed: false })],
  ['shipments of a rare state', () => shipments({ state: 'no_entregado' })],
  ['shipments of the commonest state', () => shipments({ state: 'entregado' })],
  ['shipments of a state that we don’t know', () => shipments({ otherState: 'En Corresponsal' })],
  ['shipments by a name', () => shipments({ name: 'Zubizarreta' })],
  ['shipments by a number', () => shipments({ number: 'WEB-77' })],
  ['the total of shipments', () => shipmentTotal(client, {})],
  ['the total of a month’s shipments', () => shipmentTotal(client, month)],
  ['exported shipments', () => exportedPage(client, {}, null, 200)],
  ['exported shipments behind', () => exportedPage(client, {}, { at: `${fromDay} 12:00Z`, id: 9 }, 200)],
  ['a shipment', () => shipmentDetail(client, { column: 'id', value: 1 })],
  ['a known buyer by a rare name', () => buyers('name', ['Zubizarreta'])],
  ['a known buyer by a common name', () => buyers('name', ['gonz'])],
  ['a known buyer by a document', () => buyers('document', ['27331'])],
  ['a known buyer by a phone', () => buyers('phone', ['115873', '0115873'])],
  ['a search by a rare name', () => search({ text: 'Zubizarreta' })],
  ['a search by a common name', () => search({ text: 'gonz' })],
  ['a search by two letters', () => search({ text: 'zu', names: 'start' })],
  ['a search by signs', () => search({ text: '--', names: 'latest' })],
  ['a search by a number', () => search({ text: '77', id: 77, names: 'start' })],
  ['a search by a tracking id', () => search({ text: '0000000000A', tracking: '0000000000A' })],
  ['a search by a label', () => search({ text: '0000000000A-1', label: '0000000000A-1' })],
  [
    'the provider’s first shipments',
    () => findShipmentsAfter(client, { after: OLDEST, limit: 100, state: undefined, live: undefined, masked: false }),
  ],
  [
    'the provider’s shipments behind a cursor',
    () => findShipmentsAfter(client, { after: aWeekAgo, limit: 100, state: undefined, live: true, masked: true }),
  ],
  ['a shipment of the provider', () => shipmentByLabel(client, 'X-1', false)],
  ['payments', () => payments({})],
  ['payments, 50 behind', () => payments({}, { ...behind, limit: 50 })],
  ['open payments', () => payments({ state: 54 })],
  ['confirmed payments', () => payments({ state: 56 })],
  ['payments of a month', () => payments(month)],
  ['confirmed payments of a month', () => payments({ ...month, state: 56 })],
  ['the payment of an order', () => payments({ tracking: { exact: '00000000000' } })],
  ['payments of orders that begin alike', () => payments({ tracking: { from: 'ZZ', below: 'ZZ\u{10FFFF}' } })],
  ['the total of a month’s payments', () => clientList.total(client, month)],
  ['payments for the provider', () => staffList.slice(client, { state: 56 }, latest, first)],
  ['a payment', () => paymentRow(client, 1)],
  ['statistics', () => totalsByProvince(client, month.fromDay, month.toDay)],
  [
    'incidents of the middle of the year, at night',
    () => nightly(READ_OLD_INCIDENTS, [addHours(-24 * 30), FINAL_STATES, halfYear, 0, 200]),
  ],
  ['orders whose items are counted again, at night', () => nightly(READ_ORDERS_OF_GROUP, ['final', halfYear, 0, 500])],
  ['what has items, at night', () => nightly(READ_SUBJECTS_OF_ITEMS, [0, 500, OPEN_GROUPS])],
];

/**
 * Maximum number of rows that one read may visit in the clients' large tables. The largest client has 12,000 orders,
 * 600 a month.
 */
const MOST_ROWS = 1500;

describe.each(['custom', 'generic'] as const)(
  'with a %s plan, few rows are visited and no table is read completely:',
  (how) => {
    test.each(statements)('%s', async (_name, statement) => {
      const { readWhole, rows } = await visitedRows(db, client, statement(), how);
      expect(readWhole).toEqual([]);
      expect(rows).toBeLessThan(MOST_ROWS);
    });
  },
);

test('the numbers of pending items are read from indexes alone, at most 1,000 of a kind', async () => {
  const { text, values } = countPending(client, moment);
  const nodes = await db.withClient(client, (trx) => readScans(trx, text, values));
  expect(nodes.map((node) => [node['Relation Name'], node['Node Type']])).toEqual([
    ['open_items', 'Index Only Scan'],
    ['orders', 'Index Only Scan'],
  ]);
  for (const { 'Actual Rows': rows } of nodes) expect(rows).toBeLessThanOrEqual(MAX_PENDING);
});

test('the bench’s generated counters equal the triggers’ counters', async () => {
  const owner = new pg.Client(server.owner);
  await owner.connect();
  try {
    expect(await counterDrift(async (text) => (await owner.query(text)).rows)).toEqual([]);
  } finally {
    await owner.end();
  }
});

test('the collections of all clients read the shipments that wait, from their index', async () => {
  const owner = new pg.Client(server.owner);
  await owner.connect();
  await owner.query('UPDATE shipments SET printed = false WHERE delivery_mode IN (1, 2)');
  await owner.query(
    `UPDATE shipments SET printed = true, label_outdated = false, state_code = 'registrado', delivery_mode = 1
     WHERE (client_id, id) IN (SELECT client_id, id FROM shipments ORDER BY id LIMIT 200)`,
  );
  await owner.query('VACUUM ANALYZE shipments');
  await owner.end();
  const { text, values } = waitingTotals(null);
  const scans = await db.withProvider((trx) => readScans(trx, text, values));
  expect(scans.map((node) => [node['Relation Name'], node['Node Type']])).toEqual([
    ['shipments', expect.stringContaining('Index')],
    ['orders', expect.stringContaining('Index')],
  ]);
  for (const node of scans) expect(rowsOf(node)).toBeLessThanOrEqual(200);
});
