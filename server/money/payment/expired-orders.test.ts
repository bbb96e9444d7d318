import { expect, test } from 'vitest';
import { findInconsistencies } from '#test/app/consistency.ts';
import { type ProviderClient, providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { by, payer, server, setUpPaymentTests, world } from '#test/fixtures/payment-fixture.ts';
import { RESPONSE_FAULTS } from '#test/services/fake-server.ts';

setUpPaymentTests();
const { payment, order, pay, notify } = payer;

/** Records the expiry of the first shipments of an order. */
async function expire(id: number, shipments = 1): Promise<void> {
  const provider: ProviderClient = await startProviderClient(world.gateway.deps, world.gateway);
  const { shippings } = await order(id);
  const now = world.gateway.deps.clock();
  const events = shippings.slice(0, shipments).map(({ shipment_id }) => providerEvent(shipment_id, 'expirado', now));
  expect(new Set(await provider.sendEvents(...events))).toEqual(new Set(['recorded']));
}

const checkoutOf = (id: number) => [...server.preferences.values()].find(({ reference }) => reference === String(id));

test('an order whose shipments have expired can’t be paid and gives the reason', async () => {
  const [id = 0] = await world.orders(by, 2);
  await expire(id, 2);
  expect(await order(id)).toMatchObject({
    order_state: { name: 'Expirado' },
    payable: false,
    can_generate_merchant_order: false,
    can_request_edit: false,
    blocked: { payable: 'No se puede pagar: los envíos de la orden ya finalizaron' },
  });
  const refused = await pay([id]);
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'No se puede pagar: los envíos de la orden ya finalizaron',
  ]);
});

test('an expired order cancels its open payment, whose other orders become payable again', async () => {
  const [expired = 0, other = 0] = await world.orders(by, 1, 1);
  const id = await world.begin(by, [expired, other]);
  await expire(expired);
  expect((await payment(id)).state.id).toBe(54);
  await world.work();
  expect((await payment(id)).state.id).toBe(41);
  expect(checkoutOf(id)?.expired).toBe(true);
  expect(await order(other)).toMatchObject({ payable: true, can_generate_merchant_order: true, init_point: null });
  expect(await order(expired)).toMatchObject({ order_state: { name: 'Expirado' }, payable: false });
  expect(await findInconsistencies(world.gateway.owner, [by.clientId])).toEqual([]);
});

test('an order with a shipment that can still be sent keeps its payment', async () => {
  const [id = 0] = await world.orders(by, 2);
  const begun = await world.begin(by, [id]);
  await expire(id, 1);
  await world.work();
  expect((await payment(begun)).state.id).toBe(54);
  expect(await order(id)).toMatchObject({ order_state: { name: 'Pendiente de Pago' }, payable: true });
});

test('payments of other clients don’t change', async () => {
  const other = await world.client();
  const theirs = await world.begin(other, await world.orders(other, 1));
  const [id = 0] = await world.orders(by, 1);
  await world.begin(by, [id]);
  await expire(id);
  await world.work();
  const [row] = await world.gateway.owner('SELECT state FROM merchant_orders WHERE id = $1', [theirs]);
  expect(row).toEqual({ state: 54 });
});

test('a payment that the provider approved before the cancellation is confirmed', async () => {
  const [id = 0] = await world.orders(by, 1);
  const begun = await world.begin(by, [id]);
  server.pay(begun, 'approved');
  await expire(id);
  await world.work();
  expect(await payment(begun)).toMatchObject({
    state: { id: 56 },
    attention: expect.stringContaining('ya habían finalizado'),
  });
  expect(await order(id)).toMatchObject({ order_state: { name: 'Expirado' }, payable: false, printable: false });
});

test('a cancellation to which the provider doesn’t respond is completed by the next poll', async () => {
  const [id = 0] = await world.orders(by, 1);
  const begun = await world.begin(by, [id]);
  await expire(id);
  server.fault(RESPONSE_FAULTS['answers 500'] ?? null);
  await expect(world.work()).rejects.toThrow();
  server.fault(null);
  expect((await payment(begun)).state.id).toBe(54);
  await world.look();
  await world.work();
  expect((await payment(begun)).state.id).toBe(41);
  expect(checkoutOf(begun)?.expired).toBe(true);
  await notify(server.pay(begun, 'approved').id);
  await world.work();
  expect((await payment(begun)).attention).toContain('después de cancelarlo');
});
