import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { statisticsRoutes } from '#server/orders/statistics/statistics.routes.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, orderEdit } from '#test/fixtures/order-factory.ts';
import { on } from '#test/fixtures/shipment-fixture.ts';
import { createStockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let client: TestClient;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([
    orderRoutes,
    shipmentRoutes,
    modificationRoutes,
    statisticsRoutes,
    ...warehouseFeatures,
  ]));
});
beforeEach(async () => {
  gateway.setTime(on(2));
  client = await gateway.addClient({ logistica_inversa: true });
});
afterAll(() => gateway?.stop());

/** Creates an order and sends these states of its first shipment, one a day from the third on. */
async function shipment(states: string[], changes: Record<string, unknown> = {}, by = client) {
  gateway.setTime(on(2));
  const { body } = await gateway.call(createOrder, { by, body: newOrder(changes) });
  const label = `${body.results.tracking_id}-1`;
  gateway.setTime(on(20));
  const ids = await send(label, ...states);
  return { label, id: body.results.id, order_id: body.results.order_id, ids, last: ids.at(-1) ?? '' };
}

async function send(label: string, ...states: string[]): Promise<string[]> {
  if (states.length === 0) return [];
  const events = states.map((state, index) => providerEvent(label, state, on(3 + index)));
  const { body } = await staff(recordEvents, { body: { events, accept_unknown: true } });
  expect(body.results.map(({ reason }) => reason)).toEqual(states.map(() => null));
  return events.map(({ event_id }) => event_id);
}

let corrections = 0;
const correct = (label: string, corrects: string, changes: Record<string, unknown> = {}) =>
  staff(correctEvent, {
    params: { label },
    body: { corrects, event_id: `c-${++corrections}`, correction_reason: 'Escaneo equivocado', ...changes } as never,
  });
const history = async (label: string) => (await staff(readStaffShipment, { params: { label } })).body.results.history;
const DELIVERED = ['retirado', 'en_curso', 'entregado'];

/** Checks that states, flags, counters and stock equal a recount. */
async function expectRecounted(): Promise<void> {
  expect(await findInconsistencies(gateway.owner, [client.clientId])).toEqual([]);
  expect(await counterDrift(gateway.owner)).toEqual([]);
  expect(await findStockDrift(gateway.owner)).toEqual([]);
}

describe('a correction is refused with a reason', () => {
  const message = async (reply: ReturnType<typeof correct>) => {
    const { status, body } = await reply;
    return [status, body.message];
  };

  test('if units left or entered the stock by the event', async () => {
    const by = await gateway.addClient({ fulfillment: true });
    const shop = await createStockFixture(gateway, staff, by);
    await shop.receive(9);
    const label = `${await shop.made(2)}-1`;
    gateway.setTime(on(20));
    const [collected = '', , delivered = ''] = await send(label, ...DELIVERED);
    const stock = 'No se puede corregir: ese evento movió unidades del stock del cliente';
    expect((await correct(label, delivered)).status).toBe(200);
    expect((await correct(label, collected, { state: 'retirado', reason: 'En la esquina' })).status).toBe(200);
    const [cancelled, packed] = [`${await shop.made(1)}-1`, `${await shop.made(3)}-1`];
    for (const [other, state] of [
      [cancelled, 'cancelado'],
      [packed, 'listo_despacho'],
    ] as const) {
      const event = providerEvent(other, state, on(20));
      expect((await staff(recordEvents, { body: { events: [event] } })).body.recorded).toBe(1);
      expect(await message(correct(other, event.event_id))).toEqual([422, stock]);
    }
    expect(await findInconsistencies(gateway.owner, [by.clientId])).toEqual([]);
    await expectRecounted();
  });

  test('if the order’s number is in use again', async () => {
    const { label, order_id, last } = await shipment(['cancelado']);
    await shipment([], { order_id });
    expect(await message(correct(label, last))).toEqual([
      422,
      `No se puede corregir: otra orden ya usa el número ${order_id}`,
    ]);
  });

  test('if the receiver’s data are deleted', async () => {
    const { label, id, last } = await shipment(DELIVERED);
    await gateway.owner('UPDATE orders SET masked_at = current_moment() WHERE id = $1', [id]);
    expect(await message(correct(label, last))).toEqual([
      422,
      'No se puede corregir: los datos del destinatario ya se borraron',
    ]);
    expect((await correct(label, last, { state: 'extraviado' })).status).toBe(422);
  });

  test('if the destination changed while the shipment counted as ended', async () => {
    const { body } = await gateway.call(createOrder, {
      by: client,
      body: newOrder({ shipments: [newOrder().shipments[0], newOrder().shipments[0]] }),
    });
    const { tracking_id, id } = body.results;
    gateway.setTime(on(20));
    const [first, second] = [`${tracking_id}-1`, `${tracking_id}-2`];
    const [, , last = ''] = await send(first, ...DELIVERED);
    const edit = orderEdit({ address_zip_code: '1425' });
    const asked = await gateway.call(requestModification, {
      by: client,
      params: { id: String(id) },
      body: edit as never,
    });
    expect(asked.status).toBe(200);
    const [code, reason] = await message(correct(first, last));
    expect([code, reason]).toEqual([422, expect.stringMatching(/^No se puede corregir: después de ese evento/)]);
    expect((await history(second)).length).toBe(1);
  });
});
