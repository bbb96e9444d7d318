import { afterAll, beforeAll, expect, test } from 'vitest';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { cancelOrder, readOrder } from '#shared/orders/orders.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { type ProviderClient, providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { newOrder, orderEdit, shipment } from '#test/fixtures/order-factory.ts';
import { orderRoutes } from './order.routes.ts';

let gateway: TestGateway;
let provider: ProviderClient;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, shipmentRoutes, modificationRoutes]);
  provider = await startProviderClient(gateway.deps, gateway);
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());

async function order(by = client) {
  const shipments = [shipment(), shipment()];
  const { body } = await gateway.call(createOrder, { by, body: newOrder({ shipments }) });
  return body.results.tracking_id;
}
const read = async (id: string, by = client) => (await gateway.call(readOrder, { by, params: { id } })).body.results;

const NO_PREPAYMENT = 'Esta orden no se paga por adelantado';
const NEVER_PAID = { payable: NO_PREPAYMENT, can_generate_merchant_order: NO_PREPAYMENT, init_point: NO_PREPAYMENT };
const NOT_YET_RETURNED = 'Esta acción no está habilitada para envíos en este estado';

test('a new order that isn’t prepaid gives reasons only for payment and return', async () => {
  const { blocked, shippings } = await read(await order());
  expect(blocked).toEqual(NEVER_PAID);
  expect(shippings.map((shipping) => shipping.blocked)).toEqual([
    { can_return: NOT_YET_RETURNED },
    { can_return: NOT_YET_RETURNED },
  ]);
});

test('every blocked action has a reason, and no allowed action has one', async () => {
  const prepaid = await gateway.addClient({ prepago: true });
  const [cancelled, half, unpaid] = [await order(), await order(), await order(prepaid)];
  await gateway.call(cancelOrder, { by: client, params: { id: cancelled } });
  await gateway.call(cancelShipment, { by: client, params: { id: `${half}-1` } });
  await provider.sendEvents(providerEvent(`${half}-2`, 'retirado', new Date()));
  for (const [id, by] of [
    [cancelled, client],
    [half, client],
    [unpaid, prepaid],
  ] as const) {
    const shown = await read(id, by);
    const { init_point, ...flags } = shown.blocked;
    for (const key of [
      'printable',
      'payable',
      'can_generate_merchant_order',
      'can_request_edit',
      'cancellable',
    ] as const) {
      expect([key, flags[key] === undefined]).toEqual([key, shown[key]]);
    }
    expect(init_point).toBeDefined();
    for (const shipping of shown.shippings) {
      for (const key of ['printable', 'cancellable', 'can_return'] as const) {
        expect([key, shipping.blocked[key] === undefined]).toEqual([key, shipping[key]]);
      }
    }
  }
  expect((await read(cancelled)).blocked).toMatchObject({
    printable: 'No se puede imprimir: la orden está cancelada',
    cancellable: 'Esta acción no está habilitada para órdenes en este estado',
    can_request_edit: 'No se puede editar: la orden está cancelada',
  });
  expect((await read(unpaid, prepaid)).blocked).toMatchObject({
    printable: 'No se puede imprimir: falta pagar la orden',
    init_point: 'Generá primero el pago de la orden',
  });
});

test('an order shows its last modification request with changes, dates and the reason of a rejection', async () => {
  const id = await order();
  expect((await read(id)).last_modification).toBeNull();
  await provider.sendEvents(providerEvent(`${id}-1`, 'retirado', new Date()));
  const { body } = await gateway.call(requestModification, { by: client, params: { id }, body: orderEdit() as never });
  const waiting = await read(id);
  expect(waiting.last_modification).toEqual({
    state: 'Pendiente',
    reason: null,
    requested_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+-03:00$/),
    decided_at: null,
    changes: [{ field: 'address_street_number', before: '1234', after: '1236' }],
  });
  expect(waiting.blocked.can_request_edit).toBe('Ya hay una modificación pendiente de aprobación');
  await gateway.call(decideModification, {
    headers: provider.headers,
    params: { clientId: client.clientId, id: body.results.id },
    body: { approved: false, reason: 'Ya salió a reparto' },
  });
  expect((await read(id)).last_modification).toMatchObject({
    state: 'Rechazado',
    reason: 'Ya salió a reparto',
    decided_at: expect.any(String),
  });
});

test('a gateway with the strict contract omits blocked reasons and modification requests', async () => {
  const strict = await startTestGateway([orderRoutes], { STRICT_CONTRACT: '1' });
  try {
    const by = await strict.addClient();
    const { body } = await strict.call(createOrder, { by, body: newOrder() });
    const { results } = (await strict.call(readOrder, { by, params: { id: body.results.tracking_id } })).body;
    expect(results).not.toHaveProperty('blocked');
    expect(results).not.toHaveProperty('last_modification');
    expect(results.shippings[0]).not.toHaveProperty('blocked');
    expect(results.shippings).toHaveLength(1);
  } finally {
    await strict.stop();
  }
});
