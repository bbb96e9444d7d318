import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chargeRoutes } from '#server/money/charge/charge.routes.ts';
import { rateRoutes } from '#server/money/rate/rate.routes.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { staffShipmentRoutes } from '#server/orders/staff-shipment/staff-shipment.routes.ts';
import { rate } from '#shared/money/rates.ts';
import * as calls from '#shared/money/staff-tariffs.ts';
import { quoteModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, orderEdit } from '#test/fixtures/order-factory.ts';
import { readText } from '#test/texts/read-text.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([
    orderRoutes,
    rateRoutes,
    modificationRoutes,
    staffShipmentRoutes,
    chargeRoutes,
  ]));
});
afterEach(() => gateway.setTime(null));
afterAll(() => gateway?.stop());

const TODAY = '2025-06-01';
/** Sets the clock to noon of a day of that month in Buenos Aires. */
const june = (day: number) => gateway.setTime(new Date(Date.UTC(2025, 5, day, 15)));

/** Returns the general tariff with prices multiplied. */
async function tariff(times: number, valid_from = TODAY) {
  const { body } = await staff(calls.listTariffs, { query: { limit: 50 } });
  const general = structuredClone(body.results.find(({ in_force }) => in_force)) as calls.StaffTariff;
  for (const zone of general.zones) for (const bracket of zone.brackets) bracket.price *= times;
  return { ...general, valid_from };
}
const give = async ({ clientId }: TestClient, times: number, from?: string) =>
  staff(calls.publishClientTariff, { params: { clientId }, body: (await tariff(times, from)) as never });
const end = ({ clientId }: TestClient, valid_from: string) =>
  staff(calls.endClientTariff, { params: { clientId }, body: { valid_from } });
const listed = async ({ clientId }: TestClient) =>
  (await staff(calls.listClientTariffs, { params: { clientId }, query: { limit: 50 } })).body.results;
const shipment = { width: 20, height: 10, length: 30, real_weight: '0.9', gross_price: 15_000 };
const quoted = async (by: TestClient) => {
  const body = { delivery_mode: 1, zip_code: '1059', province: 'Capital Federal', packages: [shipment] };
  return (await gateway.call(rate, { by, body: body as never })).body.results.final_value;
};
const ordered = async (by: TestClient) => (await gateway.call(createOrder, { by, body: newOrder() })).body.results;
const priceOf = async (by: TestClient, id: string) =>
  (await gateway.call(readOrder, { by, params: { id } })).body.results.rate_value;

test('a client’s own tariff prices its quotes and orders alone, from its first day on', async () => {
  june(1);
  const [mine, other] = [await gateway.addClient(), await gateway.addClient()];
  const [before, old] = [await quoted(mine), await ordered(mine)];
  const frozen = await priceOf(mine, old.tracking_id);
  const { status, body } = await give(mine, 2, '2025-06-02');
  expect([status, body.message]).toEqual([200, 'La tarifa del cliente se guardó']);
  expect(body.results).toMatchObject({ valid_from: '2025-06-02', in_force: false, created_by: 'tests' });
  expect(await quoted(mine)).toBe(before);
  june(2);
  const own = await quoted(mine);
  expect(own).toBeGreaterThan(before);
  expect(await quoted(other)).toBe(before);
  // The other client's answer came from the cache of all tariffs, and so does this one.
  expect(await quoted(mine)).toBe(own);
  const [made, foreign] = [await ordered(mine), await ordered(other)];
  expect([await priceOf(mine, made.tracking_id), await priceOf(other, foreign.tracking_id)]).toEqual([own, before]);
  expect(await priceOf(mine, old.tracking_id)).toBe(frozen);
});

test('the general tariff applies again from the day of a later row on', async () => {
  june(1);
  const mine = await gateway.addClient();
  const general = await quoted(mine);
  await give(mine, 2);
  const { body } = await end(mine, '2025-06-03');
  expect(body.results).toMatchObject({ valid_from: '2025-06-03', tariff: null, in_force: false });
  june(2);
  expect(await quoted(mine)).toBeGreaterThan(general);
  june(3);
  expect(await quoted(mine)).toBe(general);
  expect(
    (await listed(mine)).map(({ valid_from, in_force, tariff }) => [valid_from, in_force, tariff !== null]),
  ).toEqual([
    ['2025-06-03', true, false],
    ['2025-06-01', false, true],
  ]);
});

test('of two changes of one day the later one applies', async () => {
  june(1);
  const mine = await gateway.addClient();
  const general = await quoted(mine);
  await give(mine, 3);
  gateway.setTime(new Date(Date.UTC(2025, 5, 1, 15, 1)));
  const { body } = await give(mine, 2);
  expect(body.results.in_force).toBe(true);
  expect(await quoted(mine)).toBeLessThan(general * 2.5);
  expect((await listed(mine)).map(({ in_force }) => in_force)).toEqual([true, false]);
});

test('of two people who began with the same versions of a client one publishes', async () => {
  june(1);
  const [{ clientId }, other] = [await gateway.addClient(), await gateway.addClient()];
  const body = { ...(await tariff(2)), known_versions: 0 };
  const publish = (id = clientId) =>
    staff(calls.publishClientTariff, { params: { clientId: id }, body: body as never });
  const answers = await Promise.all([publish(), publish(), publish(other.clientId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  expect(answers[2]?.status).toBe(200);
});

test('a new general tariff changes no client with a tariff of its own', async () => {
  june(1);
  const [mine, other] = [await gateway.addClient(), await gateway.addClient()];
  await give(mine, 2);
  const [own, general] = [await quoted(mine), await quoted(other)];
  await staff(calls.publishTariff, { body: (await tariff(5, '2025-06-04')) as never });
  june(4);
  expect(await quoted(mine)).toBe(own);
  expect(await quoted(other)).toBeGreaterThan(general);
});

test('another address is priced by the order’s own tariff, and its cost names the day from which it applies', async () => {
  june(5);
  const [mine, other] = [await gateway.addClient(), await gateway.addClient()];
  await give(mine, 2, '2025-06-05');
  const [made, foreign] = [await ordered(mine), await ordered(other)];
  await end(mine, '2025-06-06');
  june(6);
  const edit = orderEdit({ address_zip_code: '4400', address_state: 'Salta', address_city: 'Salta' });
  const moved = async (by: TestClient, id: string) =>
    (await gateway.call(quoteModification, { by, params: { id }, body: edit as never })).body.results;
  const [own, general] = [await moved(mine, made.tracking_id), await moved(other, foreign.tracking_id)];
  expect(own).not.toEqual(general);
  const { body } = await staff(readShipmentCost, { params: { label: `${made.tracking_id}-1` } });
  expect(body.results.tariff.valid_from).toBe('2025-06-05');
  expect(body.results.parts).not.toBeNull();
});

test('a client’s own tariff is in no list but its own', async () => {
  june(1);
  const [mine, other] = [await gateway.addClient(), await gateway.addClient()];
  const before = (await staff(calls.listTariffs, { query: { limit: 50 } })).body.pagination.total;
  await give(mine, 2);
  expect((await staff(calls.listTariffs, { query: { limit: 50 } })).body.pagination.total).toBe(before);
  expect(await listed(other)).toEqual([]);
  const [own] = await listed(mine);
  const text = 'SELECT id FROM tariffs WHERE id = $1';
  const [found] = await gateway.deps.db.read(other.clientId, [readText(text, [own?.tariff?.id])]);
  expect(found).toEqual([]);
});

test('a wrong tariff, a past day, an unknown client and an end without a tariff are refused', async () => {
  june(2);
  const mine = await gateway.addClient();
  const params = { clientId: mine.clientId };
  const wrong = { ...(await tariff(1)), zones: [] };
  const { status, body } = await staff(calls.publishClientTariff, {
    params,
    body: { ...wrong, valid_from: '2025-06-02' } as never,
  });
  expect([status, body.errors?.[0]?.field]).toEqual([422, 'zones']);
  expect((await give(mine, 1, '2025-06-01')).body.errors).toEqual([
    { field: 'valid_from', message: 'Elegí una fecha desde hoy' },
  ]);
  expect((await end(mine, '2025-06-02')).body.message).toBe('El cliente no tiene una tarifa propia: ya usa la general');
  expect((await give(mine, 1, '2025-06-10')).status).toBe(200);
  expect((await end(mine, '2025-06-09')).body.errors).toEqual([
    { field: 'valid_from', message: 'Ese día ya usa la tarifa general' },
  ]);
  expect((await end(mine, '2025-06-20')).status).toBe(200);
  expect((await end(mine, '2025-06-21')).body.message).toBe('Ese día ya usa la tarifa general');
  const unknown = { clientId: 999_999 };
  expect((await staff(calls.listClientTariffs, { params: unknown })).status).toBe(404);
  const ended = await staff(calls.endClientTariff, { params: unknown, body: { valid_from: '2025-06-02' } });
  expect(ended.status).toBe(404);
  expect(await listed(mine)).toHaveLength(2);
});

test('a sender can’t read or change tariffs', async () => {
  const mine = await gateway.addClient();
  const params = { clientId: mine.clientId };
  expect((await gateway.call(calls.listClientTariffs, { by: mine, params })).status).toBe(401);
});
