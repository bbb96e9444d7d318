import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleTariff } from '#server/db/data/tariff.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readShipment } from '#shared/orders/shipments.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import { readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { createPaymentClient } from '#test/callers/payment-client.ts';
import { type ProviderClient, providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { newOrder, orderEdit, shipment } from '#test/fixtures/order-factory.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { type FakePaymentServer, startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { staffShipmentRoutes } from './staff-shipment.routes.ts';

let server: FakePaymentServer;
let world: PrepaidFixture;
let provider: ProviderClient;
let client: TestClient;
beforeAll(async () => {
  server = await startFakePaymentServer();
  world = await startPrepaidFixture(server.settings, [staffShipmentRoutes, modificationRoutes]);
  provider = await startProviderClient(world.gateway.deps, world.gateway);
  client = await world.gateway.addClient();
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
});

const SALTA = { address_zip_code: '4400', address_state: 'Salta', address_city: 'Salta' };
const CORDOBA = { address_zip_code: '5000', address_state: 'Córdoba', address_city: 'Córdoba' };

async function order(by: TestClient, shipments = [shipment()]) {
  const { body } = await world.gateway.call(createOrder, { by, body: newOrder({ shipments }) });
  return { ...body.results, label: `${body.results.tracking_id}-1` };
}

const costOf = async (label: string) => {
  const answer = await world.gateway.call(readShipmentCost, { headers: provider.headers, params: { label } });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.results;
};

const sendersCost = async (by: TestClient, label: string) =>
  (await world.gateway.call(readShipment, { by, params: { id: label } })).body.results;

/** Requests another address. @returns the request's id and state */
async function move(by: TestClient, id: string, address: Record<string, string>) {
  const answer = await world.gateway.call(requestModification, {
    by,
    params: { id },
    body: orderEdit(address) as never,
  });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.results;
}

const approve = (by: TestClient, id: number) =>
  world.gateway.call(decideModification, {
    headers: provider.headers,
    params: { clientId: by.clientId, id },
    body: { approved: true },
  });

describe('the cost of a shipment', () => {
  test('has the parts of the calculator, the billed weight and the order’s tariff', async () => {
    const { label } = await order(client, [
      shipment({ length: 30, width: 20, height: 10, weight: 900, items_value: 15_000 }),
    ]);
    const { shipping_cost } = await sendersCost(client, label);
    const cost = await costOf(label);
    expect(cost).toMatchObject({
      shipment_id: label,
      total: shipping_cost,
      frozen: shipping_cost,
      adjustment: 0,
      adjustments: [],
      tariff: { valid_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), tax_percent: 21 },
      // 6,000 cm³ are 1,200 g, more than the 900 g of the scales.
      parts: {
        zone: 'Ciudad de Buenos Aires',
        shipping: 5300,
        billed_weight: 1200,
        volumetric_weight: 1200,
        charged_by: 'volumen',
      },
      prepaid: false,
      payment: null,
    });
    const { shipping = 0, insurance = 0, tax = 0 } = cost.parts ?? {};
    expect(shipping + insurance + tax).toBeCloseTo(shipping_cost, 2);
    expect(cost.origin.city).not.toBe('');
  });

  test('keeps its tariff when the provider publishes another one', async () => {
    const { label } = await order(client);
    const before = await costOf(label);
    await world.gateway.owner('INSERT INTO tariffs (valid_from, terms) VALUES (local_day(current_moment()), $1)', [
      JSON.stringify({ ...exampleTariff, taxPercent: 50 }),
    ]);
    expect(await costOf(label)).toEqual(before);
    const later = await order(client);
    expect((await costOf(later.label)).tariff).toMatchObject({ tax_percent: 50 });
  });

  test('has no parts if it doesn’t come from the tariff', async () => {
    const { label } = await order(client);
    await world.gateway.owner('UPDATE shipments SET cost_cents = 123456 WHERE label = $1', [label]);
    expect(await costOf(label)).toMatchObject({ total: 1234.56, frozen: 1234.56, parts: null });
  });

  test('is 0 once the shipment is cancelled, with the cost that it had', async () => {
    const { label } = await order(client);
    const { frozen } = await costOf(label);
    await provider.sendEvents(providerEvent(label, 'cancelado', new Date()));
    expect(await costOf(label)).toMatchObject({ total: 0, frozen });
  });
});

describe('after a change of address', () => {
  test('that applied at once the parts are those of the new zone, and nothing is adjusted', async () => {
    const { tracking_id, label } = await order(client);
    const { state } = await move(client, tracking_id, SALTA);
    expect(state).toBe('Aprobado');
    const cost = await costOf(label);
    expect(cost).toMatchObject({ adjustment: 0, adjustments: [] });
    expect(cost.parts?.zone).not.toBe('Ciudad de Buenos Aires');
    expect(cost.frozen).toBe((await sendersCost(client, label)).shipping_cost);
  });

  test('that the provider approved, the frozen parts stay, and the adjustment names zones, request and who decided', async () => {
    const { tracking_id, label } = await order(client);
    const before = await costOf(label);
    await provider.sendEvents(providerEvent(label, 'retirado', new Date()));
    const { id } = await move(client, tracking_id, CORDOBA);
    expect((await costOf(label)).adjustments).toEqual([]);
    expect((await approve(client, id)).status).toBe(200);
    const cost = await costOf(label);
    const sender = await sendersCost(client, label);
    expect(cost).toMatchObject({ frozen: before.frozen, parts: before.parts, total: sender.shipping_cost });
    expect(cost.adjustments).toEqual([
      {
        modification_id: id,
        amount: sender.adjustment,
        province_before: 'Ciudad Autónoma de Buenos Aires',
        province_after: 'Córdoba',
        zone_before: 'Ciudad de Buenos Aires',
        zone_after: 'Centro',
        requested_at: expect.any(String),
        decided_at: expect.any(String),
        decided_by: expect.stringMatching(/./),
      },
    ]);
    expect(cost.adjustment).toBeGreaterThan(0);
  });

  test('of two approved ones, each has its own amount', async () => {
    const { tracking_id, label } = await order(client, [shipment(), shipment({ weight: 4000 })]);
    await provider.sendEvents(providerEvent(label, 'retirado', new Date()));
    await approve(client, (await move(client, tracking_id, CORDOBA)).id);
    const first = (await costOf(label)).adjustment;
    await approve(client, (await move(client, tracking_id, SALTA)).id);
    const cost = await costOf(label);
    expect(cost.adjustments.map(({ amount }) => amount)).toEqual([first, cost.adjustment - first]);
    expect(cost.total).toBe(cost.frozen + cost.adjustment);
  });
});

test('the cost names the payment of the order, and the order’s share of it', async () => {
  const prepaid = await world.client();
  const [one, two] = [await order(prepaid), await order(prepaid)];
  expect(await costOf(one.label)).toMatchObject({ prepaid: true, payment: null });
  const id = await world.begin(prepaid, [one.id, two.id]);
  const { frozen } = await costOf(one.label);
  expect((await costOf(one.label)).payment).toMatchObject({
    id,
    state: { id: 54, name: 'Pendiente de Pago' },
    amount: frozen,
    total: 2 * frozen,
    confirmed_at: null,
  });
  const { notify } = createPaymentClient(
    () => world,
    () => prepaid,
  );
  expect(await notify(server.pay(id, 'approved').id)).toBe(200);
  await world.work();
  expect((await costOf(one.label)).payment).toMatchObject({
    state: { id: 56, name: 'Pago confirmado' },
    confirmed_at: expect.any(String),
  });
});

test('a cost of an unknown shipment isn’t found', async () => {
  const { label } = await order(client);
  for (const unknown of [label.replace(/-1$/, '-2'), '00000000000-1', 'x']) {
    const { status } = await world.gateway.call(readShipmentCost, {
      headers: provider.headers,
      params: { label: unknown },
    });
    expect(status, unknown).toBe(404);
  }
});

test('a sender can’t read costs by the provider’s call', async () => {
  const { label } = await order(client);
  expect((await world.gateway.call(readShipmentCost, { by: client, params: { label } })).status).toBe(401);
});
