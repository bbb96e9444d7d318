import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { quoteModification, requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { type ProviderClient, startProviderClient } from '#test/callers/provider-client.ts';
import { newOrder, orderEdit, receiver } from '#test/fixtures/order-factory.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { type FakePaymentServer, notificationOf, startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { modificationRoutes } from './modification.routes.ts';

const { address: _, ...PERSON } = receiver();

/** The edit-order payload of an order to the point X5000, unchanged. */
const CORDOBA = {
  address_street_name: 'Av. Colón',
  address_street_number: '620',
  address_neighborhood_name: 'Córdoba',
  address_zip_code: '5000',
  address_city: 'Córdoba',
  address_state: 'Córdoba',
};

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

async function orderTo(code: string): Promise<number> {
  const body = newOrder({ delivery_mode: 2, pickup_point_code: code, receiver: PERSON });
  const answer = await world.gateway.call(createOrder, { by, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.results.id;
}
const read = async (id: number) =>
  (await world.gateway.call(readOrder, { by, params: { id: String(id) } })).body.results;
const rateAt = async (code: string) => (await read(await orderTo(code))).rate_value;
const input = (id: number, code: string, changes: object = {}, who = by) => ({
  by: who,
  params: { id: String(id) },
  body: { ...orderEdit({ ...CORDOBA, ...changes }), pickup_point_code: code } as never,
});
const edit = (...of: Parameters<typeof input>) => world.gateway.call(requestModification, input(...of));
const quote = (...of: Parameters<typeof input>) => world.gateway.call(quoteModification, input(...of));
const close = (code: string, active = false) =>
  world.gateway.owner('UPDATE pickup_points SET active = $2 WHERE code = $1', [code, active]);
const decide = (id: number, approved: boolean) =>
  world.gateway.call(decideModification, {
    headers: provider.headers,
    params: { clientId: by.clientId, id },
    body: { approved, reason: approved ? '' : 'No vamos tan lejos' },
  });
async function paid(id: number): Promise<void> {
  const payment = await world.begin(by, [id]);
  const { id: attempt } = server.pay(payment, 'approved');
  const { path, init } = notificationOf(attempt, { reference: String(payment) });
  await (await world.gateway.fetch(path, init)).arrayBuffer();
  await world.work();
}

test('an order may go to another point, at once and with its price while nothing is paid', async () => {
  const id = await orderTo('X5000');
  const far = await rateAt('V9410');
  expect((await quote(id, 'V9410')).body.results).toMatchObject({ state: 'Aprobado', cost_after: far });
  expect((await read(id)).pickup_point?.code).toBe('X5000');
  expect((await edit(id, 'v9410')).body.results.state).toBe('Aprobado');
  const after = await read(id);
  expect(after).toMatchObject({
    rate_value: far,
    pickup_point: { code: 'V9410', chosen: true },
    receiver: { address_street_name: 'San Martín', address_zip_code: '9410', address_state: 'Tierra del Fuego' },
  });
  expect(after.last_modification?.changes).toContainEqual({
    field: 'pickup_point_code',
    before: 'X5000',
    after: 'V9410',
  });
});

test('a corrected phone keeps the point, even after it was closed', async () => {
  const id = await orderTo('X5000');
  await close('X5000');
  for (const code of ['X5000', '']) {
    const receiver_phone = code === '' ? '351 555-0101' : '351 555-0102';
    expect((await edit(id, code, { receiver_phone })).status).toBe(200);
    expect(await read(id)).toMatchObject({
      pickup_point: { code: 'X5000', chosen: true },
      receiver: { receiver_phone, address_zip_code: '5000' },
    });
  }
  await close('X5000', true);
  expect((await edit(id, 'X5000', { receiver_phone: '351 555-0101' })).body.message).toBe(
    'No hay cambios para guardar',
  );
});

test('an edited address replaces the chosen point by the nearest one to it', async () => {
  const id = await orderTo('X5000');
  await edit(id, '', { address_street_name: 'Tucumán', address_street_number: '26' });
  expect(await read(id)).toMatchObject({
    pickup_point: { code: 'X5000', chosen: false },
    receiver: { address_street_name: 'Tucumán' },
  });
  await edit(id, '', { address_street_name: 'Tucumán', address_zip_code: '5800', address_city: 'Río Cuarto' });
  expect((await read(id)).pickup_point).toMatchObject({ code: 'X5800', chosen: false });
});

test('a point that can’t be chosen is refused on its field, and the order stays as it was', async () => {
  const id = await orderTo('X5000');
  await close('X5800');
  const home = (await world.gateway.call(createOrder, { by, body: newOrder() })).body.results.id;
  const refused = async (order: number, code: string) => {
    const { status, body } = await edit(order, code);
    return [status, ...(body.errors ?? []).map(({ field, message }) => `${field}: ${message}`)];
  };
  expect(await refused(id, 'X5800')).toEqual([
    422,
    'pickup_point_code: Punto Río Cuarto ya no recibe envíos: elegí otro punto de retiro',
  ]);
  expect(await refused(id, 'NADA')).toEqual([
    422,
    'pickup_point_code: No hay un punto de retiro con el código NADA: elegí otro',
  ]);
  expect(await refused(home, 'X5900')).toEqual([
    422,
    'pickup_point_code: El punto de retiro se elige sólo con el modo Retiro en punto de entrega',
  ]);
  await close('X5800', true);
  expect((await edit(id, 'X5900', {}, await world.client())).status).toBe(404);
  expect((await read(id)).pickup_point?.code).toBe('X5000');
});

test('another point is refused while a payment is open', async () => {
  const id = await orderTo('X5000');
  await world.begin(by, [id]);
  const message = 'Cancelá primero el pago pendiente';
  for (const call of [quote, edit]) {
    expect((await call(id, 'V9410')).body.errors).toEqual([{ field: 'pickup_point_code', message }]);
  }
  expect((await edit(id, 'X5000', { receiver_phone: '351 555-0103' })).status).toBe(200);
});

test('a dearer point of a paid order waits for the provider, whose approval needs the point to be open', async () => {
  const id = await orderTo('X5000');
  await paid(id);
  const before = await read(id);
  const far = await rateAt('V9410');
  const { results } = (await edit(id, 'V9410')).body;
  expect(results.state).toBe('Pendiente');
  expect((await read(id)).pickup_point?.code).toBe('X5000');
  await close('V9410');
  expect((await decide(results.id, true)).status).toBe(422);
  await close('V9410', true);
  const decided = await decide(results.id, true);
  expect(decided.body.results.changes).toContainEqual({
    field: 'pickup_point_code',
    before: 'X5000',
    after: 'V9410',
  });
  const after = await read(id);
  expect(after).toMatchObject({ rate_value: far, pickup_point: { code: 'V9410', chosen: true } });
  expect(after.shippings[0]?.adjustment).toBeCloseTo(far - before.rate_value, 2);
});

test('a rejected point leaves the order at its own', async () => {
  const id = await orderTo('X5000');
  await paid(id);
  const { results } = (await edit(id, 'V9410')).body;
  await decide(results.id, false);
  expect(await read(id)).toMatchObject({ pickup_point: { code: 'X5000', chosen: true } });
});
