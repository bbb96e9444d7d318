import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { rescheduleRoutes } from '#server/orders/reschedule/reschedule.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { requestReschedule } from '#shared/orders/reschedules.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { readShipmentOrder } from '#shared/orders/staff-shipment/staff-order.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { orderEdit } from '#test/fixtures/order-factory.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { staffShipmentRoutes } from './staff-shipment.routes.ts';

let world: ShipmentFixture;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([
    orderRoutes,
    shipmentRoutes,
    modificationRoutes,
    rescheduleRoutes,
    staffShipmentRoutes,
  ]);
  client = await world.gateway.addClient();
  other = await world.gateway.addClient();
});
afterAll(() => world?.gateway.stop());

const call: ShipmentFixture['gateway']['call'] = (...input) => world.gateway.call(...input);

const orderOf = async (label = '') => {
  const answer = await call(readShipmentOrder, { headers: world.provider.headers, params: { label } });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.results;
};
const detail = async (id: string, by = client) => (await call(readOrder, { by, params: { id } })).body.results;

/** Returns the flags and reasons of a shipment as its sender's order detail has them. */
async function sendersView(tracking: string, label: string, by = client) {
  const order = await detail(tracking, by);
  const shipment = order.shippings.find(({ shipment_id }) => shipment_id === label);
  const of = (allowed: boolean | undefined, reason: string | undefined) => ({ allowed, reason: reason ?? null });
  return {
    order_state: order.order_state.name,
    state: shipment?.state,
    printed: shipment?.printed_by_client,
    label_outdated: shipment?.label_outdated,
    order: {
      cancellable: of(order.cancellable, order.blocked.cancellable),
      can_request_edit: of(order.can_request_edit, order.blocked.can_request_edit),
      payable: of(order.payable, order.blocked.payable),
    },
    parcel: {
      printable: of(shipment?.printable, shipment?.blocked.printable),
      cancellable: of(shipment?.cancellable, shipment?.blocked.cancellable),
      can_return: of(shipment?.can_return, shipment?.blocked.can_return),
    },
  };
}

describe('the order around a shipment', () => {
  test('names the company and all shipments of the order with their states', async () => {
    await world.order(client);
    const { order_id, tracking_id, labels } = await world.order(client, 3);
    await world.order(other, 2);
    await call(cancelShipment, { by: client, params: { id: labels[1] ?? '' } });
    const order = await orderOf(labels[2]);
    expect(order).toMatchObject({ client_id: client.clientId, order_id, tracking_id });
    expect(order.company).not.toBe('');
    expect(order.parcels.map(({ shipment_id, state_code }) => [shipment_id, state_code === 'cancelado'])).toEqual([
      [labels[0], false],
      [labels[1], true],
      [labels[2], false],
    ]);
  });

  test('shows exactly what the sender’s order detail shows, in each state of the shipment', async () => {
    const { tracking_id, labels } = await world.order(client, 2);
    const [label = ''] = labels;
    const seen = async () => (await orderOf(label)).sender_view;
    expect(await seen()).toEqual(await sendersView(tracking_id, label));
    expect((await seen()).parcel.can_return).toEqual({ allowed: false, reason: expect.stringMatching(/./) });
    for (const state of ['retirado', 'en_transito', 'en_curso', 'entregado']) {
      await world.provider.sendEvents(providerEvent(label, state, NOW));
      expect(await seen(), state).toEqual(await sendersView(tracking_id, label));
    }
    expect((await seen()).parcel.printable.reason).toBe('No se puede imprimir: el envío ya finalizó');
  });

  test('has the block of its client', async () => {
    const owing = await world.gateway.addClient();
    const { labels } = await world.order(owing);
    expect((await orderOf(labels[0])).blocked_reason).toBeNull();
    await world.gateway.owner(
      `UPDATE clients SET blocked_at = current_moment(), blocked_reason = 'Deuda vencida' WHERE client_id = $1`,
      [owing.clientId],
    );
    expect((await orderOf(labels[0])).blocked_reason).toBe('Deuda vencida');
  });

  test('of a prepaid client says that the order has to be paid', async () => {
    const prepaid = await world.gateway.addClient({ prepago: true });
    const { tracking_id, labels } = await world.order(prepaid);
    const { sender_view } = await orderOf(labels[0]);
    expect(sender_view).toEqual(await sendersView(tracking_id, labels[0] ?? '', prepaid));
    expect(sender_view.parcel.printable.reason).toBe('No se puede imprimir: falta pagar la orden');
    expect(sender_view.order.payable.allowed).toBe(true);
  });

  test('names the change and the other day that wait for a decision, each until it is decided', async () => {
    const { tracking_id, labels } = await world.order(client, 2);
    const [label = '', sibling = ''] = labels;
    expect(await orderOf(label)).toMatchObject({ modification_id: null, reschedule_id: null });
    await world.provider.sendEvents(providerEvent(label, 'retirado', NOW), providerEvent(label, 'demorado', NOW));
    const edit = await call(requestModification, {
      by: client,
      params: { id: tracking_id },
      body: orderEdit() as never,
    });
    const day = await call(requestReschedule, {
      by: client,
      params: { id: label },
      body: { date: '2026-03-25', note: '' },
    });
    expect([edit.status, day.status]).toEqual([200, 200]);
    const waiting = await orderOf(label);
    expect(waiting.modification_id).toBe(edit.body.results.id);
    expect(waiting.reschedule_id).toEqual(expect.any(Number));
    expect(waiting.sender_view.order.can_request_edit.reason).toBe('Ya hay una modificación pendiente de aprobación');
    expect(await orderOf(sibling)).toMatchObject({ modification_id: edit.body.results.id, reschedule_id: null });
    await world.gateway.owner(
      `UPDATE modification_requests SET state = 'Rechazado', decided_at = current_moment(), reason = 'No' WHERE id = $1`,
      [edit.body.results.id],
    );
    expect(await orderOf(label)).toMatchObject({ modification_id: null, reschedule_id: waiting.reschedule_id });
  });
});

test('an unknown shipment isn’t found, and a sender can’t read by the provider’s call', async () => {
  const label = await world.shipment(client);
  for (const unknown of [label.replace(/-1$/, '-2'), '00000000000-1', 'x']) {
    const params = { label: unknown };
    expect((await call(readShipmentOrder, { headers: world.provider.headers, params })).status, unknown).toBe(404);
  }
  expect((await call(readShipmentOrder, { by: client, params: { label } })).status).toBe(401);
});
