import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { cancelPayment, listPayments } from '#shared/money/payments.ts';
import { quoteModification, requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { listShipments } from '#shared/orders/shipments.ts';
import { decideModification, listModifications } from '#shared/orders/staff-modifications.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { type ProviderClient, providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { newOrder, orderEdit, receiver, shipment } from '#test/fixtures/order-factory.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { type FakePaymentServer, notificationOf, startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { modificationRoutes } from './modification.routes.ts';

const USHUAIA = { address_zip_code: '9410', address_state: 'Tierra del Fuego', address_city: 'Ushuaia' };
const LA_PLATA = { address_zip_code: '1900', address_state: 'Buenos Aires', address_city: 'La Plata' };
const PAY_FIRST = 'Cancelá primero el pago pendiente';

let server: FakePaymentServer;
let world: PrepaidFixture;
let provider: ProviderClient;
let by: TestClient;

beforeAll(async () => {
  server = await startFakePaymentServer();
  world = await startPrepaidFixture(server.settings, [modificationRoutes]);
  provider = await startProviderClient(world.gateway.deps, world.gateway);
});
beforeEach(async () => {
  by = await world.client();
});
afterAll(async () => {
  expect(await counterDrift(world.gateway.owner)).toEqual([]);
  await world?.stop();
  await server?.stop();
});

async function order(changes: Record<string, unknown> = {}, who = by) {
  const shipments = [shipment(), shipment({ weight: 7000 })];
  const { status, body } = await world.gateway.call(createOrder, {
    by: who,
    body: newOrder({ shipments, ...changes }),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
}
const read = async (id: number, who = by) =>
  (await world.gateway.call(readOrder, { by: who, params: { id: String(id) } })).body.results;
/** Returns the price of an order in the list. */
const listedRate = async (order: string) => {
  const { body } = await world.gateway.call(listOrders, { by, query: { filter: { order } } });
  return body.results[0]?.rate_value;
};
const edit = async (id: number, changes: object, who = by) => {
  const body = orderEdit({ ...changes }) as never;
  return world.gateway.call(requestModification, { by: who, params: { id: String(id) }, body });
};
const quoted = async (id: number, changes: object, who = by) => {
  const body = orderEdit({ ...changes }) as never;
  return world.gateway.call(quoteModification, { by: who, params: { id: String(id) }, body });
};
/** Returns the price of a new order to a place. */
async function priceAt(place: { address_zip_code: string; address_state: string }, changes: object = {}) {
  const to = receiver({}, { zip_code: place.address_zip_code, state: place.address_state });
  return (await read((await order({ receiver: to, ...changes })).id)).rate_value;
}
async function confirm(id: number) {
  const payment = await world.begin(by, [id]);
  const { id: attempt } = server.pay(payment, 'approved');
  const { path, init } = notificationOf(attempt, { reference: String(payment) });
  await (await world.gateway.fetch(path, init)).arrayBuffer();
  await world.work();
}
async function paid() {
  const made = await order();
  await confirm(made.id);
  return made;
}
const decide = (id: number, approved: boolean) =>
  world.gateway.call(decideModification, {
    headers: provider.headers,
    params: { clientId: by.clientId, id },
    body: { approved, reason: approved ? '' : 'No vamos tan lejos' },
  });

describe('before collection and with nothing paid', () => {
  test('a new address and its quoted price apply at once', async () => {
    const { id, tracking_id } = await order();
    const before = await read(id);
    const dear = await priceAt(USHUAIA);
    expect(dear).toBeGreaterThan(before.rate_value);
    const { body } = await quoted(id, USHUAIA);
    expect(body.results).toEqual({ state: 'Aprobado', cost_before: before.rate_value, cost_after: dear });
    expect((await read(id)).rate_value).toBe(before.rate_value);
    expect((await edit(id, USHUAIA)).body.results.state).toBe('Aprobado');
    const after = await read(id);
    expect(after).toMatchObject({ rate_value: dear, tracking_id });
    expect(after.shippings.map(({ adjustment }) => adjustment)).toEqual([0, 0]);
    expect(after.shippings.reduce((sum, { shipping_cost }) => sum + shipping_cost, 0)).toBeCloseTo(dear, 2);
    const fresh = await read((await order()).id);
    const [late, early] = [after, fresh].map(({ shippings }) => shippings[0]?.estimated_delivery_date ?? '');
    expect((late ?? '') > (early ?? '')).toBe(true);
  });

  test('an order that moves to another street loses its cross streets, and keeps them otherwise', async () => {
    const { id } = await order();
    const crossStreets = async () =>
      (await world.gateway.owner('SELECT between_1, between_2 FROM orders WHERE id = $1', [id]))[0];
    const written = { between_1: 'Libertad', between_2: '' };
    expect(await crossStreets()).toEqual(written);
    const { address_street_name, address_zip_code, address_city, address_state } = (await read(id)).receiver;
    await edit(id, { address_street_name, address_zip_code, address_city, address_state, address_floor: '9' });
    expect(await crossStreets()).toEqual(written);
    await edit(id, USHUAIA);
    expect(await crossStreets()).toEqual({ between_1: '', between_2: '' });
  });

  test('a cheaper address lowers the price, and the payment charges it', async () => {
    const { id } = await order({ receiver: receiver({}, { zip_code: '9410', state: 'Tierra del Fuego' }) });
    const cheap = await priceAt({ address_zip_code: '1059', address_state: 'CABA' });
    await edit(id, {});
    expect((await read(id)).rate_value).toBe(cheap);
    const payment = await world.begin(by, [id]);
    const [row] = await world.gateway.owner('SELECT amount_cents FROM merchant_orders WHERE id = $1', [payment]);
    expect(row).toEqual({ amount_cents: Math.round(cheap * 100) });
  });

  test('the new address is priced by the order’s tariff, even if another is in force', async () => {
    const made = await order();
    const dear = await priceAt(USHUAIA);
    await world.gateway.owner(
      `INSERT INTO tariffs (valid_from, terms)
       SELECT valid_from, jsonb_set(terms, '{taxPercent}', '99') FROM tariffs ORDER BY id DESC LIMIT 1`,
    );
    await edit(made.id, USHUAIA);
    expect((await read(made.id)).rate_value).toBe(dear);
    await world.gateway.owner(`DELETE FROM tariffs t WHERE (terms->>'taxPercent')::int = 99
      AND NOT EXISTS (SELECT FROM orders o WHERE o.tariff_id = t.id)`);
  });

  test('a shipment for a pickup point gets the point nearest to the new postal code', async () => {
    const { id } = await order({ delivery_mode: 2 });
    await edit(id, USHUAIA);
    expect(await read(id)).toMatchObject({
      rate_value: await priceAt(USHUAIA, { delivery_mode: 2 }),
      pickup_point: { code: 'V9410' },
    });
    const codes = await world.gateway.owner(
      'SELECT DISTINCT pickup_point_code AS code FROM shipments WHERE order_pk = $1',
      [id],
    );
    expect(codes).toEqual([{ code: 'V9410' }]);
  });

  test('a province without a pickup point is refused on the field of the postal code', async () => {
    const { id } = await order({ delivery_mode: 2 });
    await world.gateway.owner(`UPDATE pickup_points SET active = false WHERE province = 'V'`);
    const { status, body } = await edit(id, USHUAIA);
    await world.gateway.owner(`UPDATE pickup_points SET active = true WHERE province = 'V'`);
    const message = 'No hay puntos de retiro en Tierra del Fuego';
    expect([status, body.errors]).toEqual([422, [{ field: 'receiver.address_zip_code', message }]]);
  });

  test('a client can’t get a quote for another client’s order', async () => {
    const { id } = await order();
    expect((await quoted(id, USHUAIA, await world.client())).status).toBe(404);
  });
});

describe('with a payment open', () => {
  test('postal code and province can’t change, but other fields can', async () => {
    const { id } = await order();
    const payment = await world.begin(by, [id]);
    for (const call of [quoted, edit]) {
      const { status, body } = await call(id, USHUAIA);
      expect([status, body.message]).toEqual([422, PAY_FIRST]);
      expect(body.errors).toEqual([
        { field: 'receiver.address_zip_code', message: PAY_FIRST },
        { field: 'receiver.address_state', message: PAY_FIRST },
      ]);
    }
    expect((await edit(id, { address_street_number: '77' })).body.results.state).toBe('Aprobado');
    await world.gateway.call(cancelPayment, { by, params: { id: String(payment) } });
    expect((await edit(id, USHUAIA)).body.results.state).toBe('Aprobado');
    expect((await read(id)).rate_value).toBe(await priceAt(USHUAIA));
  });
});

describe('with a payment confirmed', () => {
  test('a more expensive address waits for approval, which records the difference as an adjustment of each shipment', async () => {
    const { id } = await paid();
    const before = await read(id);
    const dear = await priceAt(USHUAIA);
    expect((await quoted(id, USHUAIA)).body.results).toEqual({
      state: 'Pendiente',
      cost_before: before.rate_value,
      cost_after: dear,
    });
    const { results } = (await edit(id, USHUAIA)).body;
    expect(results.state).toBe('Pendiente');
    expect((await read(id)).shippings[0]?.receiver.address_zip_code).toBe('1059');
    const { body } = await world.gateway.call(listModifications, {
      headers: provider.headers,
      query: { limit: 1000, filter: { client: String(by.clientId) } },
    });
    expect(body.results).toMatchObject([{ id: results.id, cost_before: before.rate_value, cost_after: dear }]);
    expect((await decide(results.id, true)).status).toBe(200);
    const after = await read(id);
    expect(after.shippings[0]?.receiver.address_zip_code).toBe('9410');
    const costs = after.shippings.map(({ shipping_cost }) => shipping_cost);
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(dear, 2);
    expect(after.rate_value).toBe(dear);
    expect(await listedRate(after.order_id)).toBe(dear);
    const payments = await world.gateway.call(listPayments, { by });
    expect(payments.body.results.map(({ amount }) => amount)).toEqual([before.rate_value]);
    for (const [index, { shipping_cost, adjustment }] of after.shippings.entries()) {
      expect(shipping_cost - adjustment).toBeCloseTo(before.shippings[index]?.shipping_cost ?? 0, 2);
      expect(adjustment).toBeGreaterThan(0);
    }
    const listed = await world.gateway.call(listShipments, {
      by,
      query: { filter: { order: String(after.order_id) } },
    });
    expect(listed.body.results.map(({ shipping_cost }) => shipping_cost).sort()).toEqual([...costs].sort());
    // Back to the old address and again to the new one: the approved adjustment covers the price.
    expect((await edit(id, {})).body.results.state).toBe('Aprobado');
    expect((await edit(id, USHUAIA)).body.results.state).toBe('Aprobado');
    expect((await read(id)).shippings.map(({ shipping_cost }) => shipping_cost)).toEqual(costs);
  });

  test('a rejection changes neither address, price nor adjustments', async () => {
    const { id } = await paid();
    const before = await read(id);
    const { results } = (await edit(id, USHUAIA)).body;
    await decide(results.id, false);
    const after = await read(id);
    expect(after.shippings.map(({ shipping_cost, adjustment }) => [shipping_cost, adjustment])).toEqual(
      before.shippings.map(({ shipping_cost }) => [shipping_cost, 0]),
    );
    expect(after.shippings[0]?.receiver.address_zip_code).toBe('1059');
  });

  test('an address of the same or a cheaper zone applies at once and changes no price', async () => {
    const { id } = await order({ receiver: receiver({}, { zip_code: '9410', state: 'Tierra del Fuego' }) });
    const before = (await read(id)).rate_value;
    await confirm(id);
    const { body } = await quoted(id, LA_PLATA);
    expect(body.results).toEqual({ state: 'Aprobado', cost_before: before, cost_after: before });
    expect((await edit(id, LA_PLATA)).body.results.state).toBe('Aprobado');
    expect((await read(id)).rate_value).toBe(before);
    // The order has paid the price to Ushuaia.
    expect((await edit(id, USHUAIA)).body.results.state).toBe('Aprobado');
  });
});

describe('once a shipment is collected', () => {
  test('the provider sees both prices, and an approval records the adjustment', async () => {
    by = await world.gateway.addClient();
    const { id, tracking_id } = await order();
    const before = (await read(id)).rate_value;
    await provider.sendEvents(providerEvent(`${tracking_id}-1`, 'retirado', new Date()));
    const { results } = (await edit(id, USHUAIA)).body;
    expect(results.state).toBe('Pendiente');
    const decided = await decide(results.id, true);
    expect(decided.body.results).toMatchObject({ cost_before: before, cost_after: await priceAt(USHUAIA) });
    const { order_id, rate_value, shippings } = await read(id);
    expect(rate_value).toBe(decided.body.results.cost_after);
    expect(await listedRate(order_id)).toBe(rate_value);
    expect(shippings.every(({ adjustment }) => adjustment > 0)).toBe(true);
  });
});
