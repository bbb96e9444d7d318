import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { cancelOrder, readOrder } from '#shared/orders/orders.ts';
import { cancelShipment, returnShipment } from '#shared/orders/shipments.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { shipmentRoutes } from './shipment.routes.ts';

const NOT_FOR_ORDERS = 'Esta acción no está habilitada para órdenes en este estado';
const NOT_FOR_SHIPMENTS = 'Esta acción no está habilitada para envíos en este estado';

let world: ShipmentFixture;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes]);
  client = await world.gateway.addClient();
  other = await world.gateway.addClient();
});
afterAll(() => world?.gateway.stop());

const detail = async (id: string, by = client) =>
  (await world.gateway.call(readOrder, { by, params: { id } })).body.results;
const cancelled = (id: string | number, by = client) =>
  world.gateway.call(cancelOrder, { by, params: { id: String(id) } });
const dropped = (id: string | number, by = client) =>
  world.gateway.call(cancelShipment, { by, params: { id: String(id) } });
const returned = (id: string | number, by = client) =>
  world.gateway.call(returnShipment, { by, params: { id: String(id) } });

describe('the cancellation of an order', () => {
  test('cancels all its shipments, sets its cost to zero and moves it to the top of the list', async () => {
    const { id, order_id, tracking_id, labels } = await world.order(client, 2);
    const { status, body } = await cancelled(tracking_id);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: `La orden ${order_id} ha sido cancelada con éxito`,
      results: { id, order_id, tracking_id, order_state: { name: 'CANCELADO' } },
    });
    for (const label of labels) expect(await world.statesOf(label)).toEqual(['Registrado', 'Cancelado']);
    expect(await detail(tracking_id)).toMatchObject({
      cancel: true,
      order_state: { name: 'CANCELADO' },
      rate_value: 0,
      cancellable: false,
      printable: false,
      can_request_edit: false,
      shippings: [
        { state: 'Cancelado', cancellable: false },
        { state: 'Cancelado', cancellable: false },
      ],
    });
    const [row] = await world.gateway.owner('SELECT cancelled_at, updated_at FROM orders WHERE id = $1', [id]);
    expect(row).toEqual({ cancelled_at: NOW, updated_at: NOW });
  });

  test('accepts the numeric id and not the order number', async () => {
    const { id, order_id } = await world.order(client);
    expect((await cancelled(order_id)).status).toBe(404);
    expect((await cancelled(id)).status).toBe(200);
  });

  test('succeeds again and leaves one history entry', async () => {
    const { tracking_id, labels } = await world.order(client);
    const first = await cancelled(tracking_id);
    world.gateway.setTime(new Date('2026-03-21T12:00:00Z'));
    const again = await cancelled(tracking_id);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await world.statesOf(labels[0] ?? '')).toEqual(['Registrado', 'Cancelado']);
  });

  test('makes its order number available again', async () => {
    const { tracking_id } = await world.order(client, 1, { order_id: 'OTRA-VEZ' });
    const twin = () => world.gateway.call(createOrder, { by: client, body: newOrder({ order_id: 'OTRA-VEZ' }) });
    expect((await twin()).status).toBe(422);
    await cancelled(tracking_id);
    expect((await twin()).status).toBe(200);
  });

  test('is refused for all shipments once one of them is cancelled or on its way', async () => {
    const [half, moving] = [await world.order(client, 2), await world.order(client, 2)];
    await dropped(half.labels[0] ?? '');
    await world.provider.sendEvents(providerEvent(moving.labels[1] ?? '', 'planificado', NOW));
    for (const { tracking_id, labels } of [half, moving]) {
      const before = await Promise.all(labels.map(world.statesOf));
      const { status, body } = await cancelled(tracking_id);
      expect([status, body.message]).toEqual([422, NOT_FOR_ORDERS]);
      expect(await Promise.all(labels.map(world.statesOf))).toEqual(before);
    }
  });

  test('of another client is refused like that of an unknown one', async () => {
    const { id, tracking_id, labels } = await world.order(other);
    for (const foreign of [id, tracking_id]) expect((await cancelled(foreign)).status).toBe(404);
    expect(await world.statesOf(labels[0] ?? '')).toEqual(['Registrado']);
  });

  test('is dated after all known events, even if the provider’s clock is ahead', async () => {
    const { tracking_id, labels } = await world.order(client);
    await world.provider.sendEvents(providerEvent(labels[0] ?? '', 'registrado', new Date(NOW.getTime() + 240_000)));
    expect((await cancelled(tracking_id)).status).toBe(200);
    expect(await world.statesOf(labels[0] ?? '')).toEqual(['Registrado', 'Registrado', 'Cancelado']);
    expect((await detail(tracking_id)).shippings[0]?.state).toBe('Cancelado');
  });
});

describe('the cancellation of a shipment', () => {
  test('keeps the other shipments, and the order costs their sum', async () => {
    const { tracking_id, labels } = await world.order(client, 3);
    const before = await detail(tracking_id);
    const { status, body } = await dropped(labels[1] ?? '');
    expect([status, body.message]).toEqual([200, `El envío ${labels[1]} ha sido cancelado con éxito`]);
    const after = await detail(tracking_id);
    expect(after.shippings.map(({ state }) => state)).toEqual(['Registrado', 'Cancelado', 'Registrado']);
    const costs = before.shippings.map(({ shipping_cost }) => shipping_cost);
    expect(before.rate_value).toBeCloseTo(costs.reduce((sum, cost) => sum + cost, 0));
    expect(after.rate_value).toBeCloseTo((costs[0] ?? 0) + (costs[2] ?? 0));
    expect(after).toMatchObject({ cancel: false, cancellable: false, order_state: { name: 'Registrado' } });
  });

  test('cancels the order if it was the last active shipment', async () => {
    const { tracking_id, labels } = await world.order(client, 2);
    for (const label of labels) await dropped(label);
    expect(await detail(tracking_id)).toMatchObject({
      cancel: true,
      order_state: { name: 'CANCELADO' },
      rate_value: 0,
    });
    expect((await cancelled(tracking_id)).status).toBe(200);
    for (const label of labels) expect(await world.statesOf(label)).toEqual(['Registrado', 'Cancelado']);
  });

  test('succeeds again by its numeric id and leaves one history entry', async () => {
    const { labels, tracking_id } = await world.order(client, 2);
    const first = await dropped(labels[0] ?? '');
    const again = await dropped((await detail(tracking_id)).shippings[0]?.id ?? 0);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await world.statesOf(labels[0] ?? '')).toEqual(['Registrado', 'Cancelado']);
  });

  test('is refused once the shipment is on its way', async () => {
    const { labels } = await world.order(client);
    await world.provider.sendEvents(providerEvent(labels[0] ?? '', 'Planificado', NOW));
    const { status, body } = await dropped(labels[0] ?? '');
    expect([status, body.message]).toEqual([422, NOT_FOR_SHIPMENTS]);
  });

  test('of another client is refused like that of an unknown one', async () => {
    const { labels } = await world.order(other);
    expect((await dropped(labels[0] ?? '')).status).toBe(404);
    expect(await world.statesOf(labels[0] ?? '')).toEqual(['Registrado']);
  });

  test('is possible while the order is unpaid, unless it has an open payment', async () => {
    const prepaid = await world.gateway.addClient({ prepago: true });
    const { id, labels } = await world.order(prepaid, 2);
    expect((await dropped(labels[0] ?? '', prepaid)).status).toBe(200);
    expect(await world.statesOf(labels[0] ?? '')).toEqual(['Pendiente de Pago', 'Cancelado']);
    await world.gateway.owner('UPDATE orders SET merchant_order_id = 7, merchant_order_state = 54 WHERE id = $1', [id]);
    const { status, body } = await dropped(labels[1] ?? '', prepaid);
    expect([status, body.message]).toEqual([422, 'Cancelá primero el pago pendiente']);
  });
});

describe('the request of a return', () => {
  const collected = async (state: string, by = client) => {
    const made = await world.order(by, 2);
    await world.provider.sendEvents(
      providerEvent(made.labels[0] ?? '', 'Retirado', '2026-03-03T12:00:00Z'),
      providerEvent(made.labels[0] ?? '', state, '2026-03-04T12:00:00Z'),
    );
    return made;
  };

  test.each(['Retirado', 'Descargado'])('of a shipment in state %s is recorded once', async (state) => {
    const { tracking_id, labels } = await collected(state);
    const [label = ''] = labels;
    expect((await detail(tracking_id)).shippings[0]?.can_return).toBe(true);
    const { status, body } = await returned(label);
    expect([status, body.message]).toEqual([200, `La devolución del envío ${label} ha sido solicitada con éxito`]);
    expect((await world.statesOf(label)).at(-1)).toBe('Devolución Solicitada');
    const [shown] = (await detail(tracking_id)).shippings;
    expect(shown).toMatchObject({ state: 'Devolución Solicitada', can_return: false });
    const again = await returned(label);
    expect([again.status, again.body.message]).toEqual([422, 'La devolución de este envío ya fue solicitada']);
    expect((await world.statesOf(label)).filter((name) => name === 'Devolución Solicitada')).toHaveLength(1);
  });

  test('is refused in any other state', async () => {
    const { labels } = await collected('En Tránsito');
    for (const label of labels) {
      const { status, body } = await returned(label);
      expect([status, body.message]).toEqual([422, NOT_FOR_SHIPMENTS]);
    }
  });

  test('is refused if the provider has already recorded one', async () => {
    const { labels } = await collected('Retirado');
    const [label = ''] = labels;
    await world.provider.sendEvents(providerEvent(label, 'rescate_solicitado', '2026-03-04T13:00:00Z'));
    const { body } = await returned(label);
    expect(body.message).toBe('La devolución de este envío ya fue solicitada');
  });

  test('of another client is refused like that of an unknown one', async () => {
    const { labels } = await collected('Retirado', other);
    expect((await returned(labels[0] ?? '')).status).toBe(404);
  });
});

test('the counters equal a recount after all tests', async () => {
  expect(await counterDrift(world.gateway.owner)).toEqual([]);
});
