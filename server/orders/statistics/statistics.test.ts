import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { statisticsRoutes } from './statistics.routes.ts';
import { percentages } from './statistics.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([statisticsRoutes, orderRoutes]);
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

async function send(moment: string, state: string, zip_code: string, shipments: number): Promise<void> {
  gateway.setTime(new Date(moment));
  const body = newOrder({
    receiver: receiver({}, { state, zip_code }),
    shipments: Array.from({ length: shipments }, () => shipment()),
  });
  expect((await gateway.call(createOrder, { by: client, body })).status).toBe(200);
}

const totals = async (from_date?: string, to_date?: string, by = client) => {
  const filter = { ...(from_date && { from_date }), ...(to_date && { to_date }) };
  return (await gateway.call(shipmentTotals, { by, query: { filter } })).body;
};

test('shipments are counted by province and day in Buenos Aires, including both days of a range', async () => {
  await send('2026-05-01T02:59:00Z', 'Salta', '4400', 1); // 30 April, 23:59
  await send('2026-05-01T03:00:00Z', 'Córdoba', '5000', 2); // 1 May, 00:00
  await send('2026-06-01T02:59:00Z', 'Capital Federal', '1059', 1); // 31 May, 23:59
  await send('2026-06-01T03:00:00Z', 'Salta', '4400', 1); // 1 June
  const may = await totals('2026-05-01', '2026-05-31');
  expect(may.results).toEqual({
    total: 3,
    provinces_array: [
      { name: 'Córdoba', percentage: 66.67, total: 2 },
      { name: 'Ciudad Autónoma de Buenos Aires', percentage: 33.33, total: 1 },
    ],
  });
  expect(may.total).toBe(3);
  expect((await totals('2026-04-30', '2026-04-30')).provinces_array.map(({ name }) => name)).toEqual(['Salta']);
});

test('the default range is the month up to today', async () => {
  gateway.setTime(new Date('2026-06-02T01:00:00Z')); // still 1 June
  expect(await totals()).toMatchObject({ total: 1, provinces_array: [{ name: 'Salta' }] });
});

test('shipments without a known province are counted separately', async () => {
  const [order] = await gateway.owner<{ id: number }>('SELECT id FROM orders LIMIT 1');
  await gateway.owner(
    `INSERT INTO shipments (client_id, order_pk, label, n, delivery_mode, state, length_cm, width_cm, height_cm, weight_g,
       value_cents, cost_cents, printable, cancellable, can_return, created_at)
     VALUES ($1, $2, 'OLD-9', 99, 1, 'Entregado', 1, 1, 1, 1, 1, 1, false, false, false, '2020-02-02 12:00Z')`,
    [client.clientId, order?.id],
  );
  expect(await totals('2020-02-02', '2020-02-02')).toMatchObject({
    provinces_array: [{ name: 'Sin provincia', percentage: 100, total: 1 }],
  });
});

test('other clients’ shipments aren’t counted', async () => {
  const nothing = { total: 0, provinces_array: [] };
  expect(await totals('2000-01-01', '2100-01-01', await gateway.addClient())).toMatchObject(nothing);
});

test('percentages have two decimals and add up to 100', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 25 }), (counts) => {
      const shares = percentages(counts);
      expect(Math.round(shares.reduce((sum, share) => sum + share * 100, 0))).toBe(10_000);
      for (const [index, share] of shares.entries()) {
        const exact = ((counts[index] ?? 0) * 100) / counts.reduce((sum, count) => sum + count, 0);
        expect(Math.abs(share - exact)).toBeLessThan(0.010_001);
      }
    }),
  );
});
