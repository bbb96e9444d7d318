import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { cancelOrder } from '#shared/orders/orders.ts';
import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { cancelShipment, returnShipment } from '#shared/orders/shipments.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import { type ProviderClient, providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { newOrder, orderEdit, shipment } from '#test/fixtures/order-factory.ts';
import { scaled } from '#test/test-scale.ts';
import { findInconsistencies } from './consistency.ts';
import { startTestGateway, type TestClient, type TestGateway } from './test-gateway.ts';

const ROUNDS = scaled(8, 200);

let gateway: TestGateway;
let provider: ProviderClient;
let by: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, shipmentRoutes, modificationRoutes]);
  provider = await startProviderClient(gateway.deps, gateway);
});
afterAll(() => gateway?.stop());
beforeEach(async () => {
  by = await gateway.addClient({ logistica_inversa: true });
});

const CREATED = new Date('2026-03-02T12:00:00Z');
const NOW = new Date('2026-03-05T12:00:00Z');

let made = 0;

/**
 * Creates an order of three shipments, every other one of reverse logistics; the first `collected` shipments are collected.
 */
async function order(collected = 0) {
  gateway.setTime(CREATED);
  const shipments = [shipment(), shipment(), shipment()];
  made += 1;
  const delivery_mode = made % 2 ? 1 : REVERSE_MODE;
  const { body } = await gateway.call(createOrder, { by, body: newOrder({ shipments, delivery_mode }) });
  gateway.setTime(NOW);
  const { id, tracking_id } = body.results;
  const labels = shipments.map((_, n) => `${tracking_id}-${n + 1}`);
  const told = labels.slice(0, collected).map((label) => providerEvent(label, 'retirado', CREATED));
  if (told.length > 0) await provider.sendEvents(...told);
  return { id: String(id), tracking: tracking_id, labels, first: labels[0] ?? '' };
}

const cancel = async (id: string) => (await gateway.call(cancelOrder, { by, params: { id } })).status;
const drop = async (id: string) => (await gateway.call(cancelShipment, { by, params: { id } })).status;
const giveBack = async (id: string) => (await gateway.call(returnShipment, { by, params: { id } })).status;
const edit = (id: string, door: number) =>
  gateway.call(requestModification, {
    by,
    params: { id },
    body: orderEdit({ address_street_number: String(door) }) as never,
  });

/** Counts a state in the history of each shipment of an order. */
async function entries(tracking: string, state: string): Promise<number[]> {
  const rows = await gateway.owner<{ n: number }>(
    `SELECT count(e.id)::int AS n FROM shipments s LEFT JOIN shipment_events e ON e.shipment_id = s.id AND e.state = $2
     WHERE s.label LIKE $1 || '-%' GROUP BY s.n ORDER BY s.n`,
    [tracking, state],
  );
  return rows.map(({ n }) => n);
}

async function rounds(race: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await race(round);
}

afterEach(async () => {
  expect(await findInconsistencies(gateway.owner, [by.clientId])).toEqual([]);
  expect(await counterDrift(gateway.owner)).toEqual([]);
});

test('twenty parallel cancellations of an order count once, and all succeed', () =>
  rounds(async () => {
    const { id, tracking } = await order();
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, n) => cancel(n % 2 ? id : tracking)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await entries(tracking, 'Cancelado')).toEqual([1, 1, 1]);
  }));

test('an order and one of its shipments cancelled in parallel end with the order or only that shipment cancelled', () =>
  rounds(async (round) => {
    const { tracking, first } = await order();
    const calls = [() => cancel(tracking), () => drop(first)];
    const statuses = await Promise.all((round % 2 ? calls.reverse() : calls).map((call) => call()));
    const [whole, one] = round % 2 ? statuses.toReversed() : statuses;
    expect(one).toBe(200);
    expect([200, 422]).toContain(whole);
    expect(await entries(tracking, 'Cancelado')).toEqual(whole === 200 ? [1, 1, 1] : [1, 0, 0]);
  }));

test('an order isn’t cancelled while one of its shipments is collected', () =>
  rounds(async (round) => {
    const { tracking, first } = await order();
    const calls = [
      () => cancel(tracking).then(String),
      () => provider.sendEvents(providerEvent(first, 'retirado', NOW)).then(([result = '']) => result),
    ];
    const answers = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()));
    const [whole, result] = round % 2 ? answers.toReversed() : answers;
    if (whole === '200') expect(result).toMatch(/^El envío ya finalizó: Cancelado$/);
    else expect([whole, result]).toEqual(['422', 'recorded']);
    expect(await entries(tracking, 'Cancelado')).toEqual(whole === '200' ? [1, 1, 1] : [0, 0, 0]);
  }));

test('a collected shipment is returned once, and its order isn’t cancelled', () =>
  rounds(async () => {
    const { tracking, first } = await order(1);
    const [whole, ...returns] = await Promise.all([
      cancel(tracking),
      ...Array.from({ length: 5 }, () => giveBack(first)),
    ]);
    expect(whole).toBe(422);
    expect(returns.toSorted()).toEqual([200, 422, 422, 422, 422]);
    expect(await entries(tracking, 'Devolución Solicitada')).toEqual([1, 0, 0]);
    expect(await entries(tracking, 'Cancelado')).toEqual([0, 0, 0]);
  }));

test('two parallel changes of an uncollected order are both applied', () =>
  rounds(async () => {
    const { tracking } = await order();
    const answers = await Promise.all([edit(tracking, 1), edit(tracking, 2)]);
    expect(answers.map(({ status, body }) => [status, body.results?.state])).toEqual([
      [200, 'Aprobado'],
      [200, 'Aprobado'],
    ]);
  }));

test('of two parallel changes of a collected order one is pending and the other is refused', () =>
  rounds(async () => {
    const { tracking } = await order(1);
    const answers = await Promise.all([edit(tracking, 1), edit(tracking, 2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 200)?.body.results.state).toBe('Pendiente');
  }));

test('a change approved while its order ends is either applied before the end or refused', () =>
  rounds(async () => {
    const { tracking, labels } = await order(3);
    const { body } = await edit(tracking, 1);
    const params = { clientId: by.clientId, id: body.results.id };
    const [decided, results] = await Promise.all([
      gateway.call(decideModification, { headers: provider.headers, params, body: { approved: true } }),
      provider.sendEvents(...labels.map((label) => providerEvent(label, 'extraviado', NOW))),
    ]);
    expect(results).toEqual(['recorded', 'recorded', 'recorded']);
    expect([200, 422]).toContain(decided.status);
  }));

test('events of the same shipments from four systems in parallel are all recorded, none twice', () =>
  rounds(async () => {
    const { tracking, labels } = await order(3);
    const scans = labels.map((label) => providerEvent(label, 'recibido_cd', NOW));
    const told = await Promise.all([
      provider.sendEvents(...scans),
      provider.sendEvents(...scans.toReversed()),
      provider.sendEvents(...labels.map((label) => providerEvent(label, 'retirado', CREATED))),
      provider.sendEvents(...labels.toReversed().map((label) => providerEvent(label, 'recibido_cd', NOW))),
    ]);
    expect(told.flat().filter((result) => result === 'recorded')).toHaveLength(9);
    expect(told.flat().filter((result) => result === 'repeated')).toHaveLength(3);
    expect(await entries(tracking, 'Recibido en CD')).toEqual([2, 2, 2]);
  }));
