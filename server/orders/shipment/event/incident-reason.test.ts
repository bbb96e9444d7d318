import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { readShipment } from '#shared/orders/shipments.ts';
import { correctEvent } from '#shared/orders/staff-events.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { on, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';

let fixture: ShipmentFixture;
let client: TestClient;
beforeAll(async () => {
  fixture = await startShipmentFixture([orderRoutes, shipmentRoutes]);
  client = await fixture.gateway.addClient();
});
afterAll(() => fixture?.gateway.stop());

/** Creates an order of two shipments, of which the second one reaches a state. @returns the label and the event */
async function troubled(state: string, reason = '') {
  const { labels, order_id } = await fixture.order(client, 2);
  const label = labels[1] ?? '';
  const event = providerEvent(label, state, on(5), { reason });
  await fixture.provider.sendEvents(
    providerEvent(label, 'retirado', on(3)),
    providerEvent(label, 'en_curso', on(4)),
    event,
  );
  return { label, order_id, event };
}

const row = async (order: string) => {
  const query = { filter: { order } };
  return (await fixture.gateway.call(listOrders, { by: client, query })).body.results[0];
};
const reasonOf = async (id: string, by = client) =>
  (await fixture.gateway.call(readShipment, { by, params: { id } })).body.results?.state_reason;

test('an order of several shipments names the reason of the one with an incident', async () => {
  const { order_id, label } = await troubled('no_entregado', 'Destinatario ausente');
  expect(await row(order_id)).toMatchObject({
    order_state: { name: 'Con Incidencia' },
    incident: 'Destinatario ausente',
  });
  expect(await reasonOf(label)).toBe('Destinatario ausente');
  expect(await reasonOf(label.replace(/2$/, '1'))).toBeNull();
  expect(await reasonOf(label, await fixture.gateway.addClient())).toBeUndefined();
});

test('without a reason it names the state, which the order’s state doesn’t tell', async () => {
  expect((await row((await troubled('direccion_corregir')).order_id))?.incident).toBe('Dirección a Corregir');
  expect((await row((await troubled('en_transito', 'Sale mañana')).order_id))?.incident).toBeNull();
});

test('a corrected reason is named no more', async () => {
  const { label, order_id, event } = await troubled('no_entregado', 'Destinatario ausente');
  const body = {
    corrects: event.event_id,
    event_id: crypto.randomUUID(),
    state: 'no_entregado',
    reason: 'Dirección incorrecta',
  };
  const { headers } = fixture.provider;
  const params = { label };
  const corrected = await fixture.gateway.call(correctEvent, {
    headers,
    params,
    body: { ...body, correction_reason: 'Otro motivo' },
  });
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
  expect([(await row(order_id))?.incident, await reasonOf(label)]).toEqual([
    'Dirección incorrecta',
    'Dirección incorrecta',
  ]);
});
