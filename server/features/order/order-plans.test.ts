import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '#server/db/connection.ts';
import type { Read } from '#server/db/database.ts';
import { orderHistory } from '#server/features/shipment/public-states.store.ts';
import { totalsByProvince } from '#server/features/statistics/statistics.store.ts';
import { type Gateway, startGateway, type TestClient } from '#test/gateway.ts';
import { criteriaOf, type OrderCriteria, sortOf } from './order-criteria.ts';
import { detailStatement } from './order-detail.store.ts';
import { farSliceStatement, type Slice, sliceStatement, totalStatement } from './order-list.store.ts';

const EACH = 8000;

let gateway: Gateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startGateway([]);
  const clients = [await gateway.addClient(), await gateway.addClient(), await gateway.addClient()];
  client = clients[0] as TestClient;
  for (const by of clients) {
    await gateway.owner(
      `INSERT INTO orders (client_id, tracking_id, order_id, delivery_mode, first_name, last_name, receiver_name, email,
         receiver_phone, street_name, street_number, zip_code, state, province, city, neighborhood_name,
         pickup_address_id, sender_address, tariff_id, rate_cents, order_state, state_group, printed, printable, payable,
         can_generate_merchant_order, can_request_edit, cancellable, created_at, updated_at)
       SELECT $1::bigint, upper(substr(md5($1::bigint || ':' || g), 1, 11)), 'P-' || g, 1 + g % 2, 'Ana', 'Paz',
         'Persona ' || g, 'a@example.com', '1144445555', 'Calle', '1', '1425', 'CABA', 'C', 'CABA', 'Centro', $2, '{}',
         (SELECT min(id) FROM tariffs), 12345, 'En Curso', CASE WHEN g % 3 = 0 THEN 'final' ELSE 'en_camino' END,
         g % 5 = 0, true, false, false, true, false, moment, moment + g % 4 * interval '9 hours'
       FROM generate_series(1, $3::int) g,
         LATERAL (SELECT timestamptz '2025-03-01 02:00Z' + g * interval '60 minutes' AS moment) m`,
      [by.clientId, by.addressId, EACH],
    );
    await gateway.owner(
      `WITH parcels AS (
         INSERT INTO shipments (client_id, order_pk, label, n, delivery_mode, province, state, state_code, length_cm,
           width_cm, height_cm, weight_g, value_cents, cost_cents, pickup_point_code, printable, cancellable, can_return)
         SELECT client_id, id, tracking_id || '-1', 1, delivery_mode, 'C', 'En Curso', 'en_curso', 1, 1, 1, 1, 1, 1,
           'C' || id % 40, true, false, false FROM orders WHERE client_id = $1 RETURNING client_id, id, created_at
       ), items AS (
         INSERT INTO shipment_items (client_id, shipment_id, n, sku, name, quantity)
         SELECT client_id, id, 1, 'A', 'A', 1 FROM parcels
       )
       INSERT INTO shipment_events (client_id, shipment_id, at, state) SELECT client_id, id, created_at, 'X' FROM parcels`,
      [by.clientId],
    );
  }
  await gateway.owner('VACUUM ANALYZE orders, shipments, shipment_items, shipment_events');
}, 120_000);
afterAll(() => gateway?.stop());

const SMALL = /_counts$/;

/** Tables that a statement reads from end to end, planned as the role app under row-level security. */
async function scannedWhole({ text, values = [] }: Read): Promise<string[]> {
  return gateway.deps.db.withClient(client.clientId, async (trx) => {
    const scans = async () => {
      const lines = await run<{ 'QUERY PLAN': string }>(trx, `EXPLAIN ${text}`, values);
      return lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? []);
    };
    const whole = (await scans()).filter((table) => !SMALL.test(table));
    // Counters of a test fit a few pages, which are read whole for good reason: there, an index must be able to serve.
    await run(trx, 'SET LOCAL enable_seqscan = off');
    return [...whole, ...(await scans()).filter((table) => SMALL.test(table))];
  });
}

const near: Slice = { limit: 10, offset: 0, reversed: false };
const sort = sortOf(undefined);
const criteria = (filter: Record<string, unknown>) => criteriaOf(filter as never) as OrderCriteria;
const byId = { column: 'id', value: 1 } as const;

describe('no client’s table is read from end to end', () => {
  test.each<[string, (id: number) => Read]>([
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
    ['a name', (id) => sliceStatement(id, criteria({ client: 'persona 77' }), sort, near)],
    ['a number', (id) => sliceStatement(id, criteria({ order: 'p-77' }), sort, near)],
    ['a tracking id', (id) => sliceStatement(id, criteria({ tracking: 'ABC' }), sort, near)],
    ['a label', (id) => sliceStatement(id, criteria({ shipment: 'ABC' }), sort, near)],
    ['a pickup point', (id) => sliceStatement(id, criteria({ pickup_point_code: 'C7' }), sort, near)],
    ['total', (id) => totalStatement(id, {})],
    ['total of days', (id) => totalStatement(id, criteria({ from_date: '2025-04-01', to_date: '2025-04-03' }))],
    ['detail by id', (id) => detailStatement(id, byId)],
    ['detail by tracking id', (id) => detailStatement(id, { column: 'tracking_id', value: 'X' })],
    ['history', (id) => orderHistory(id, 1)],
    ['statistics', (id) => totalsByProvince(id, '2025-01-01', '2026-01-01')],
  ])('%s', async (_, statement) => {
    expect(await scannedWhole(statement(client.clientId))).toEqual([]);
  });
});
