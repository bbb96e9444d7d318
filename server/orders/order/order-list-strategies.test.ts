import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import type { Slice } from '#server/db/list/list-source.ts';
import { RANGE_PATHS } from '#server/db/list/range-ids.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { addDays } from '#shared/kit/days.ts';
import { seedOldShipments } from '#test/app/seed-orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import type { OrderCriteria } from './order-criteria.ts';
import { recentSliceStatement, sliceStatement } from './order-list.store.ts';
import { listOrders } from './order-list.ts';

const FIRST = '2024-01-01';

/**
 * How many times the best way's work the chosen one may cost: a walk that finds too few rows costs as much again as the
 * way that is taken then, and the counters are read besides.
 */
const MAX_COST_RATIO = 2.5;

/** Fixed cost of a statement, in rows. Fitted, together with rows and pages, to a thousand measured durations. */
const WORK_OF_A_STATEMENT = 1000;

/** Clients with different data: number of orders, days that they span, and when an order `g` changed, in hours. */
const HABITS = [
  { orders: 6000, days: 60, changed: 'created + (g * 7919 % 400)' },
  { orders: 6000, days: 700, changed: 'created + (g * 7919 % 400)' },
  { orders: 4000, days: 700, changed: 'created' },
  // All orders changed within the last days, as when old labels are printed again.
  { orders: 3000, days: 300, changed: '700 * 24 + (g * 7919 % 50)' },
  // The oldest orders changed last.
  { orders: 3000, days: 300, changed: '1400 * 24 - created' },
  { orders: 400, days: 700, changed: 'created + (g * 7919 % 2000)' },
] as const;

let gateway: TestGateway;
const clients: TestClient[] = [];

beforeAll(async () => {
  gateway = await startTestGateway([]);
  for (const habit of HABITS) {
    const by = await gateway.addClient();
    clients.push(by);
    await gateway.owner(
      `INSERT INTO orders (client_id, tracking_id, order_id, delivery_mode, first_name, last_name, receiver_name, email,
         receiver_phone, street_name, street_number, zip_code, state, province, city, neighborhood_name,
         pickup_address_id, sender_address, tariff_id, rate_cents, order_state, state_group, printed, printable, payable,
         can_generate_merchant_order, can_request_edit, cancellable, created_at, updated_at)
       SELECT $1::bigint, upper(substr(md5($1::bigint || ':' || g), 1, 11)), 'n-' || g, 1 + g % 2, 'Ana', 'Paz',
         'Ana Paz', 'a@example.com', '1144445555', 'Calle', '1', '1425', 'CABA', 'C', 'CABA', 'Centro', $2, '{}',
         (SELECT min(id) FROM tariffs), 12345, 'en_curso', CASE WHEN g % 9 = 0 THEN 'final' ELSE 'en_camino' END,
         g % 5 = 0, true, false, false, true, false,
         timestamptz '${FIRST} 03:00Z' + created * interval '1 hour',
         timestamptz '${FIRST} 03:00Z' + (${habit.changed}) * interval '1 hour'
       FROM generate_series(1, $3::int) g,
         LATERAL (SELECT g::bigint * $4::int * 24 / $3::int AS created) m`,
      [by.clientId, by.addressId, habit.orders, habit.days],
    );
    await seedOldShipments(gateway, by);
  }
  await gateway.owner('VACUUM ANALYZE orders, shipments, order_counts');
}, 120_000);
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

interface PlanNode {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Counts the rows of tables that a plan read, including rows that it filtered out. */
function rowsRead(node: PlanNode): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
  const own = node['Relation Name'] ? node['Actual Loops'] * (node['Actual Rows'] + filtered + rechecked) : 0;
  return own + (node.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), 0);
}

interface SliceQuery {
  client: number;
  criteria: OrderCriteria;
  descending: boolean;
  slice: Slice;
}

/** Reads the ids of a slice by a strategy or by the chosen one, and measures the work: rows read and pages touched. */
async function readBy({ client, criteria, descending, slice }: SliceQuery, path?: Slice['path']) {
  const by = clients[client] as TestClient;
  const statement = sliceStatement(
    by.clientId,
    criteria,
    { column: 'updated_at', descending },
    { ...slice, ...(path && { path }) },
  );
  return gateway.deps.db.withClient(by.clientId, async (trx) => {
    const rows = await runText<{ id: number; total: number }>(trx, statement.text, statement.values);
    const [explained] = await runText<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      trx,
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${statement.text}`,
      statement.values,
    );
    const plan = (explained as NonNullable<typeof explained>)['QUERY PLAN'][0].Plan;
    const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return { rows: rows.map(({ id, total }) => ({ id, total })), work: WORK_OF_A_STATEMENT + rowsRead(plan) + pages };
  });
}

const sliceQueries: fc.Arbitrary<SliceQuery> = fc
  .record({
    client: fc.nat(HABITS.length - 1),
    from: fc.nat(720),
    days: fc.oneof(fc.nat(35), fc.nat(720)),
    open: fc.constantFrom('', 'from', 'to'),
    mode: fc.constantFrom(undefined, 1),
    group: fc.constantFrom(undefined, 'final', 'en_camino'),
    descending: fc.boolean(),
    limit: fc.constantFrom(10, 50, 35),
    page: fc.oneof(fc.nat(4), fc.nat(30)),
    reversed: fc.boolean(),
  })
  .map(({ client, from, days, open, mode, group, descending, limit, page, reversed }) => ({
    client,
    criteria: {
      ...(open !== 'from' && { fromDay: addDays(FIRST, from) }),
      ...(open !== 'to' && { toDay: addDays(FIRST, from + days) }),
      ...(mode && { mode }),
      ...(group && { group: group as NonNullable<OrderCriteria['group']> }),
    },
    descending,
    slice: { limit, offset: page * limit, reversed },
  }));

test(
  'for any data and range, all strategies read the same rows, and the chosen one costs at most 2.5 times the best',
  async () => {
    await fc.assert(
      fc.asyncProperty(sliceQueries, async (query) => {
        const chosen = await readBy(query);
        // Skips empty pages: for these, the list reads its last page by another statement.
        fc.pre(chosen.rows.length > 0);
        const others = [];
        for (const path of RANGE_PATHS) others.push(await readBy(query, path));
        for (const { rows } of others) expect(rows).toEqual(chosen.rows);
        const best = Math.min(...others.map(({ work }) => work));
        expect(chosen.work).toBeLessThanOrEqual(MAX_COST_RATIO * best);
      }),
      { numRuns: scaled(40, 1000) },
    );
  },
  scaledTimeout(120_000),
);

test(
  'a range that ends today is listed as by the other strategies, even when its rows aren’t the newest of the list',
  async () => {
    gateway.setTime(new Date(`${addDays(FIRST, 700)}T12:00:00Z`));
    const query = fc.record({
      client: fc.nat(HABITS.length - 1),
      from: fc.nat(720),
      mode: fc.constantFrom(undefined, 1 as const),
      limit: fc.constantFrom(10, 50),
      page: fc.nat(4),
    });
    const ways = { whole: 0, lacking: 0 };
    await fc.assert(
      fc.asyncProperty(query, async ({ client, from, mode, limit, page }) => {
        const { clientId } = clients[client] as TestClient;
        const criteria: OrderCriteria = { fromDay: addDays(FIRST, from), ...(mode && { mode }) };
        const slice = { limit, offset: page * limit, reversed: false };
        const sort = { column: 'updated_at', descending: true } as const;
        const recent = recentSliceStatement(clientId, criteria, sort, slice, addDays(FIRST, 700));
        const [found, expected] = await gateway.deps.db.read(clientId, [
          recent as NonNullable<typeof recent>,
          sliceStatement(clientId, criteria, sort, { ...slice, path: 'sort' }),
        ]);
        const ids = expected.map(({ id }) => id);
        ways[found.length === ids.length ? 'whole' : 'lacking']++;
        expect(ids.slice(0, found.length)).toEqual(found.map(({ id }) => id));
        const filter = { from_date: criteria.fromDay, ...(mode && { delivery_mode: String(mode) }) };
        const listed = await listOrders(
          gateway.deps,
          { clientId } as Caller,
          { page: page + 1, limit, filter } as never,
        );
        fc.pre(ids?.length !== 0);
        expect(JSON.parse(listed.json).results.map(({ id }: { id: number }) => id)).toEqual(ids);
      }),
      { numRuns: scaled(60, 1000) },
    );
    expect(Math.min(ways.whole, ways.lacking)).toBeGreaterThan(0);
  },
  scaledTimeout(120_000),
);
