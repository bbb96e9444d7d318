import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { addDays, type Day } from '#shared/kit/days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { statisticsRoutes } from './statistics.routes.ts';

/** Midnights in Buenos Aires at the ends of months, of a year and of a leap February. */
const MIDNIGHTS = ['2027-12-01', '2028-01-01', '2028-02-29', '2028-03-01', '2028-04-01'].map((day) =>
  Date.parse(`${day}T00:00:00-03:00`),
);
/** Offsets of orders from midnight, in ms. */
const AROUND = [-DAY_MS, -3 * HOUR_MS, -MINUTE_MS, -1, 0, 1, MINUTE_MS, 3 * HOUR_MS, DAY_MS - 1];
const PLACES = [
  ['Salta', '4400'],
  ['Córdoba', '5000'],
  ['Capital Federal', '1059'],
] as const;

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([statisticsRoutes, orderRoutes]);
  client = await gateway.addClient();
  const other = await gateway.addClient();
  for (const [index, moment] of MIDNIGHTS.flatMap((at) => AROUND.map((ms) => at + ms)).entries()) {
    gateway.setTime(new Date(moment));
    const [state, zip_code] = PLACES[index % PLACES.length] ?? PLACES[0];
    const shipments = Array.from({ length: 1 + (index % 3) }, () => shipment());
    const body = newOrder({ receiver: receiver({}, { state, zip_code }), shipments });
    const { status } = await gateway.call(createOrder, { by: index % 7 === 0 ? other : client, body });
    expect(status).toBe(200);
  }
});
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

/** Counts the first events of the shipments with the database's time zones. */
async function recounted(from: Day, to: Day): Promise<Record<string, number>> {
  const rows = await gateway.owner<{ state: string; n: number }>(
    `SELECT o.state, count(*) AS n FROM shipments s
       JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk
       JOIN LATERAL (SELECT min(e.at) AS at FROM shipment_events e
         WHERE e.client_id = s.client_id AND e.shipment_id = s.id) first ON true
     WHERE s.client_id = $1
       AND (first.at AT TIME ZONE 'America/Argentina/Buenos_Aires')::date BETWEEN $2::date AND $3::date
     GROUP BY o.state`,
    [client.clientId, from, to],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]));
}

test('the totals of any range equal a recount of the events', async () => {
  const day = fc.integer({ min: -3, max: 130 }).map((days) => addDays('2027-11-28', days));
  await fc.assert(
    fc.asyncProperty(day, day, async (one, other) => {
      const [from, to] = one <= other ? [one, other] : [other, one];
      const query = { filter: { from_date: from, to_date: to } };
      const { results } = (await gateway.call(shipmentTotals, { by: client, query })).body;
      const expected = await recounted(from, to);
      const named = results.provinces_array.map(({ name, total }) => [
        name.startsWith('Ciudad') ? 'Capital Federal' : name,
        total,
      ]);
      expect(Object.fromEntries(named)).toEqual(expected);
      expect(results.total).toBe(Object.values(expected).reduce((sum, n) => sum + n, 0));
    }),
    { numRuns: 150 },
  );
});

test('the default range is the current month in Buenos Aires up to today', async () => {
  for (const [moment, from, to] of [
    ['2028-03-01T02:59:59.999Z', '2028-02-01', '2028-02-29'],
    ['2028-03-01T03:00:00Z', '2028-03-01', '2028-03-01'],
    ['2028-01-01T02:59:59.999Z', '2027-12-01', '2027-12-31'],
    ['2028-01-01T03:00:00Z', '2028-01-01', '2028-01-01'],
  ] as const) {
    gateway.setTime(new Date(moment));
    const [byDefault, explicit] = [
      await gateway.call(shipmentTotals, { by: client }),
      await gateway.call(shipmentTotals, { by: client, query: { filter: { from_date: from, to_date: to } } }),
    ];
    expect(byDefault.body.results, moment).toEqual(explicit.body.results);
    expect(byDefault.body.results.total, moment).toBeGreaterThan(0);
  }
});
