import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureKey } from '#server/provider/settings/key.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { exportFulfillment } from '#shared/warehouse/fulfillment.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { createPaymentClient } from '#test/callers/payment-client.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { createStockFixture, type StockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';
import { type FakePaymentServer, startFakePaymentServer } from '#test/services/fake-payment-server.ts';

let server: FakePaymentServer;
let world: PrepaidFixture;
let by: TestClient;
let shop: StockFixture;
beforeAll(async () => {
  server = await startFakePaymentServer();
  world = await startPrepaidFixture(server.settings, warehouseFeatures);
  await ensureKey(world.gateway.deps, 'tests', PROVIDER_KEY);
});
beforeEach(async () => {
  world.gateway.setTime(new Date('2026-03-10T15:00:00Z'));
  world.jobs.queued.length = 0;
  by = await world.gateway.addClient({ fulfillment: true, prepago: true });
  shop = await createStockFixture(world.gateway, createStaffClient(world.gateway), by);
});
afterAll(async () => {
  expect(await findStockDrift(world.gateway.owner)).toEqual([]);
  await world?.stop();
  await server?.stop();
});

const { notify, cancel } = createPaymentClient(
  () => world,
  () => by,
);

/** Returns the fulfillment orders that the portal lists. */
const listed = async () => (await world.gateway.call(exportFulfillment, { by, body: {} })).body.data[0].pedidos;

test('an unpaid order reserves its stock, and becomes a fulfillment order when it is paid', async () => {
  await shop.receive(3);
  const { id, tracking } = await shop.create(shop.order(2, 1));
  expect(await shop.lots()).toEqual([['L1', 3, 3]]);
  expect((await shop.create(shop.order(1))).errors).toEqual([
    `shipments.0.items.0.quantity: No hay stock suficiente de ${shop.sku}: quedan 0`,
  ]);
  const payment = await world.begin(by, [id]);
  expect([await shop.fulfillments(), await listed()]).toEqual([[], []]);

  world.gateway.setTime(new Date('2026-03-12T15:00:00Z'));
  const attempt = server.pay(payment, 'approved');
  for (let time = 0; time < 2; time++) {
    await notify(attempt.id);
    await world.work();
  }
  expect(await listed()).toEqual([
    { fecha: '2026-03-12', referencia: expect.any(String), orden: tracking, estado: 'Registrado' },
  ]);
  expect(await shop.fulfillments()).toMatchObject([{ tracking_id: tracking }]);
  expect(await shop.lots()).toEqual([['L1', 3, 3]]);
});

test('a cancelled unpaid order releases its stock and never becomes a fulfillment order', async () => {
  await shop.receive(3);
  const { id, tracking } = await shop.create(shop.order(3));
  const payment = await world.begin(by, [id]);
  await notify(server.pay(payment, 'rejected').id);
  await world.work();
  expect(await shop.lots()).toEqual([['L1', 3, 3]]);
  // An open payment blocks the cancellation.
  expect(await shop.cancel(tracking)).toBe(422);
  await cancel(payment);
  expect(await shop.cancel(tracking)).toBe(200);
  expect(await shop.lots()).toEqual([['L1', 3, 0]]);
  expect([await listed(), await shop.fulfillments('Cancelado')]).toEqual([[], []]);
});

test('a shipment that was cancelled before the payment isn’t prepared', async () => {
  await shop.receive(5);
  const { id, tracking } = await shop.create(shop.order(2, 3));
  await world.gateway.call(cancelShipment, { by, params: { id: `${tracking}-1` } });
  await notify(server.pay(await world.begin(by, [id]), 'approved').id);
  await world.work();
  const { id: pedido } = await shop.waiting();
  expect((await shop.detail(pedido)).body.data[0]).toMatchObject({ productos: [{ sku: shop.sku, cantidad: 3 }] });
  expect(await shop.lots()).toEqual([['L1', 5, 3]]);
});
