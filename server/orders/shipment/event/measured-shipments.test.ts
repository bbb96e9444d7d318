import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chargeRoutes } from '#server/money/charge/charge.routes.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { staffShipmentRoutes } from '#server/orders/staff-shipment/staff-shipment.routes.ts';
import { providerRoutes } from '#server/provider/settings/provider.routes.ts';
import { listClientCharges } from '#shared/money/staff-charges.ts';
import { listTariffs, publishClientTariff, type StaffTariff } from '#shared/money/staff-tariffs.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { readShipment } from '#shared/orders/shipments.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { decideModification, undoModification } from '#shared/orders/staff-modifications.ts';
import { readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { orderEdit, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { on, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';

let world: ShipmentFixture;
beforeAll(async () => {
  world = await startShipmentFixture([
    orderRoutes,
    shipmentRoutes,
    modificationRoutes,
    chargeRoutes,
    staffShipmentRoutes,
    providerRoutes,
  ]);
});
afterEach(() => world.gateway.setTime(null));
afterAll(() => world?.gateway.stop());

const headers = () => world.provider.headers;

/** Gives a client the general tariff with a tolerance; null doesn't bill differences. */
async function tolerate({ clientId }: TestClient, percent: number | null) {
  world.gateway.setTime(on(1));
  const { body } = await world.gateway.call(listTariffs, { headers: headers(), query: { limit: 50 } });
  const general = body.results.find(({ in_force }) => in_force) as StaffTariff;
  const own = { ...general, valid_from: '2026-03-01', measured_tolerance_percent: percent };
  const answer = await world.gateway.call(publishClientTariff, {
    headers: headers(),
    params: { clientId },
    body: own as never,
  });
  expect([answer.status, answer.body.results.tariff?.measured_tolerance_percent]).toEqual([200, percent]);
}

/** Creates a client whose tariff tolerates so much, with a collected shipment of 30 × 20 × 10 cm and 900 g: 1.2 kg are billed. */
async function collected(percent: number | null = 10) {
  const client = await world.gateway.addClient();
  await tolerate(client, percent);
  const { labels, tracking_id, id } = await world.order(client);
  const label = labels[0] ?? '';
  await world.provider.sendEvents({ event_id: `${label} r`, shipment_id: label, state: 'retirado', at: on(5) });
  return { client, label, tracking_id, id };
}

const SIZE = { length: 40, width: 30, height: 20 };

let events = 0;
/** Sends an event of a check. @returns the result, or the reason of the refusal */
async function check(label: string, measured: object, changes: object = {}) {
  events += 1;
  const event = {
    event_id: `c-${events}`,
    shipment_id: label,
    state: 'controlado',
    at: on(6),
    ...measured,
    ...changes,
  };
  const { body } = await world.gateway.call(recordEvents, { headers: headers(), body: { events: [event] } });
  const [outcome] = body.results;
  return { result: outcome?.reason ?? outcome?.result, eventId: event.event_id };
}

const sent = async (by: TestClient, label: string) =>
  (await world.gateway.call(readShipment, { by, params: { id: label } })).body.results;
const costOf = async (label: string) =>
  (await world.gateway.call(readShipmentCost, { headers: headers(), params: { label } })).body.results;
const charged = async ({ clientId }: TestClient) =>
  (
    await world.gateway.call(listClientCharges, {
      headers: headers(),
      params: { clientId },
      query: { filter: { month: '2026-03' } },
    })
  ).body;

/** Returns what an order of a shipment costs that was declared like this. */
async function priceOf(by: TestClient, declared: Record<string, unknown>, address: Record<string, unknown> = {}) {
  const order = { shipments: [shipment(declared)], receiver: receiver({}, address) };
  const { tracking_id } = await world.order(by, 1, order);
  return (await world.gateway.call(readOrder, { by, params: { id: tracking_id } })).body.results.rate_value;
}

describe('a shipment that was measured when it was checked', () => {
  test('costs what it would have cost with the measured weight and size, and everybody reads why', async () => {
    const { client, label, tracking_id } = await collected();
    const [before, right] = [await priceOf(client, {}), await priceOf(client, { ...SIZE, weight: 3400 })];
    expect(right).toBeGreaterThan(before);
    expect((await check(label, { weight: 3400, ...SIZE })).result).toBe('recorded');
    const adjustment = Math.round((right - before) * 100) / 100;
    const measured = { weight: 3400, ...SIZE, adjustment };
    expect(await sent(client, label)).toMatchObject({ shipping_cost: right, adjustment, measured, weight: 900 });
    const { body } = await world.gateway.call(readOrder, { by: client, params: { id: tracking_id } });
    expect(body.results).toMatchObject({ rate_value: right, shippings: [{ shipping_cost: right, measured }] });
    expect(await costOf(label)).toMatchObject({ total: right, frozen: before, adjustment, measured, adjustments: [] });
    const { sums, results } = await charged(client);
    expect(sums).toMatchObject({ frozen: before, adjustment, total: right });
    expect(results).toMatchObject([
      {
        adjustment,
        total: right,
        reasons: ['Peso y medidas: declarado 30 × 20 × 10 cm, 0,9 kg, controlado 40 × 30 × 20 cm, 3,4 kg'],
      },
    ]);
    const history = (await world.gateway.call(readStaffShipment, { headers: headers(), params: { label } })).body;
    expect(history.results.history.at(-1)).toMatchObject({ measured: { weight: 3400, ...SIZE } });
  });

  test('can be weighed alone', async () => {
    const { client, label } = await collected();
    expect((await check(label, { weight: 7000 })).result).toBe('recorded');
    const right = await priceOf(client, { weight: 7000 });
    expect(await sent(client, label)).toMatchObject({
      shipping_cost: right,
      measured: { weight: 7000, length: null, width: null, height: null },
    });
    expect((await charged(client)).results[0]?.reasons).toEqual(['Peso y medidas: declarado 0,9 kg, controlado 7 kg']);
  });

  test.each([
    ['the tariff doesn’t bill differences', null, { weight: 30_000 }],
    ['the billed weight is within the tolerance', 10, { weight: 1320 }],
    ['it is lighter than declared', 10, { weight: 100, length: 10, width: 10, height: 10 }],
  ])('costs the same if %s', async (_, percent, measured) => {
    const { client, label } = await collected(percent);
    const before = await priceOf(client, {});
    expect((await check(label, measured)).result).toBe('recorded');
    expect(await sent(client, label)).toMatchObject({
      shipping_cost: before,
      adjustment: 0,
      measured: { weight: measured.weight, adjustment: 0 },
    });
    expect((await charged(client)).results).toMatchObject([{ adjustment: 0, reasons: [] }]);
  });

  test('is measured once by an event that is sent twice; other values need another event', async () => {
    const { client, label } = await collected();
    const { eventId } = await check(label, { weight: 7000 });
    const price = (await sent(client, label)).shipping_cost;
    expect((await check(label, { weight: 7000 }, { event_id: eventId })).result).toBe('repeated');
    expect((await check(label, { weight: 20_000 }, { event_id: eventId })).result).toBe(
      'Ese event_id ya se usó para otro evento',
    );
    expect((await sent(client, label)).shipping_cost).toBe(price);
  });

  test('costs what the correction of a wrong measurement says', async () => {
    const { client, label } = await collected();
    const declared = await priceOf(client, {});
    const right = await priceOf(client, { weight: 7000 });
    const { eventId } = await check(label, { weight: 70_000 });
    const correct = (changes: object) =>
      world.gateway.call(correctEvent, {
        headers: headers(),
        params: { label },
        body: { corrects: eventId, event_id: `k-${label}`, correction_reason: 'Sobraba un cero', ...changes },
      });
    expect((await correct({ weight: 7000 })).status).toBe(422);
    expect((await correct({ state: 'controlado', weight: 70_000 })).body.message).toBe(
      'La corrección es igual al evento',
    );
    const again = { state: 'controlado', weight: 7000 };
    expect((await correct(again)).status).toBe(200);
    expect((await correct(again)).body.message).toBe('El evento ya estaba corregido así');
    expect((await correct({ ...again, weight: 7001 })).status).toBe(409);
    expect(await sent(client, label)).toMatchObject({ shipping_cost: right, measured: { weight: 7000 } });
    const undo = { corrects: `k-${label}`, event_id: `u-${label}`, correction_reason: 'Se pesó otro' };
    const answer = await world.gateway.call(correctEvent, { headers: headers(), params: { label }, body: undo });
    expect(answer.status).toBe(200);
    expect(await sent(client, label)).toMatchObject({ shipping_cost: declared, adjustment: 0, measured: null });
  });

  test('gets the difference of the zone that an approved address is in, and the former one when that is undone', async () => {
    const { client, label, tracking_id } = await collected();
    const address = { address_zip_code: '4400', address_state: 'Salta', address_city: 'Salta' };
    await check(label, { weight: 7000 });
    const before = (await sent(client, label)).shipping_cost;
    const { body } = await world.gateway.call(requestModification, {
      by: client,
      params: { id: tracking_id },
      body: orderEdit(address) as never,
    });
    const params = { clientId: client.clientId, id: body.results.id };
    const approved = { approved: true };
    await world.gateway.call(decideModification, { headers: headers(), params, body: approved });
    const moved = await sent(client, label);
    const there = { zip_code: '4400', state: 'Salta', city: 'Salta' };
    expect(moved.shipping_cost).toBe(await priceOf(client, { weight: 7000 }, there));
    expect(moved.shipping_cost).toBeGreaterThan(before);
    const { adjustments, measured, total, frozen } = await costOf(label);
    expect(adjustments).toHaveLength(1);
    expect(Math.round((frozen + (adjustments[0]?.amount ?? 0) + (measured?.adjustment ?? 0)) * 100)).toBe(
      Math.round(total * 100),
    );
    await world.gateway.call(undoModification, { headers: headers(), params });
    expect((await sent(client, label)).shipping_cost).toBe(before);
  });
});

test.each([
  [
    'with another state',
    { weight: 1000 },
    { state: 'recibido_cd' },
    'El peso y las medidas van sólo con el estado Controlado',
  ],
  ['without a weight', SIZE, {}, 'Falta el peso: las medidas van con él'],
  [
    'with two sizes of three',
    { weight: 1000, length: 10, width: 10 },
    {},
    'Completá largo, ancho y alto, o ninguno de los tres',
  ],
  ['of no weight', { weight: 0 }, {}, 'El peso debe ser mayor que 0'],
  ['with decimals', { weight: '1,5' }, {}, 'Ingresá gramos enteros, sin decimales'],
])('a measurement %s is refused with its reason', async (_, measured, changes, reason) => {
  const { client, label } = await collected();
  expect((await check(label, measured, changes)).result).toBe(reason);
  expect((await sent(client, label)).measured).toBeNull();
});

test('a measurement changes no other shipment’s cost', async () => {
  const [one, other] = [await collected(), await collected()];
  const before = (await sent(other.client, other.label)).shipping_cost;
  await check(one.label, { weight: 20_000 });
  expect(await sent(other.client, other.label)).toMatchObject({ shipping_cost: before, measured: null });
  const { status } = await world.gateway.call(readShipment, { by: other.client, params: { id: one.label } });
  expect(status).toBe(404);
});
