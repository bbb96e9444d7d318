import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureKey } from '#server/provider/settings/key.ts';
import { providerRoutes } from '#server/provider/settings/provider.routes.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { listPayments } from '#shared/money/payments.ts';
import { clientPayments, flaggedPayments, readStaffPayment } from '#shared/money/staff-payments.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { createPaymentClient } from '#test/callers/payment-client.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { type FakePaymentServer, startFakePaymentServer } from '#test/services/fake-payment-server.ts';

let server: FakePaymentServer;
let world: PrepaidFixture;
let mine: TestClient;
let other: TestClient;
let me: TestClient;
let staff: ReturnType<typeof createStaffClient>;
/** Payments that need attention, one per client, in the sequence in which they were flagged. */
let flagged: number[];

const { cancel, notify } = createPaymentClient(
  () => world,
  () => me,
);

beforeAll(async () => {
  server = await startFakePaymentServer();
  world = await startPrepaidFixture(server.settings, [providerRoutes]);
  await ensureKey(world.gateway.deps, 'tests', PROVIDER_KEY);
  staff = createStaffClient(world.gateway);
  [mine, other] = [await world.client(), await world.client()];
  flagged = [];
  for (const [client, late] of [
    [mine, true],
    [other, false],
  ] as const) {
    me = client;
    const id = await world.begin(me, await world.orders(me, 1));
    if (late) await cancel(id);
    // The list has a precision of one second.
    else world.gateway.setTime(new Date(Date.now() + MINUTE_MS));
    await notify(server.pay(id, 'approved').id);
    if (!late) await notify(server.pay(id, 'approved').id);
    await world.work();
    await world.begin(me, await world.orders(me, 1));
    flagged.push(id);
  }
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
});

describe('payments that need attention', () => {
  const ids = async (filter: object) =>
    (await staff(flaggedPayments, { query: { filter } })).body.results.map(({ id }) => id);

  test('are listed for all clients, the longest waiting first, with their attempts', async () => {
    const { status, body } = await staff(flaggedPayments);
    expect([status, body.pagination.total]).toEqual([200, 2]);
    expect(body.results.map(({ id, attention }) => [id, attention])).toEqual([
      [flagged[0], 'approved_after_cancel'],
      [flagged[1], 'paid_twice'],
    ]);
    expect(body.results[0]).toMatchObject({
      client_id: mine.clientId,
      state: { id: 41, name: 'Cancelado' },
      currency: 'ARS',
      preference_id: expect.any(String),
      payment_id: expect.stringMatching(/^\d+$/),
      provider_status: 'approved',
      confirmed_at: null,
      cancelled_at: expect.stringMatching(/-03:00$/),
    });
  });

  test('can be filtered by client and by reason', async () => {
    expect(await ids({ client: other.clientId })).toEqual([flagged[1]]);
    expect(await ids({ code: 'approved_after_cancel' })).toEqual([flagged[0]]);
    expect(await ids({ client: other.clientId, code: 'approved_after_cancel' })).toEqual([]);
    for (const filter of [{ client: 'nadie' }, { code: 'otro' }]) expect(await ids(filter)).toEqual([]);
  });
});

test('a payment is read with its orders, within its client only', async () => {
  const read = (clientId: number, id: number | undefined) => staff(readStaffPayment, { params: { clientId, id } });
  const { body } = await read(mine.clientId, flagged[0]);
  expect(body.results).toMatchObject({ id: flagged[0], attention: 'approved_after_cancel' });
  const listed = (await world.gateway.call(listPayments, { by: mine })).body.results.find(
    ({ id }) => id === flagged[0],
  );
  expect(body.results.orders.map(({ order_id, tracking_id }) => ({ order_id, tracking_id }))).toEqual(listed?.orders);
  const total = body.results.orders.reduce((sum, { amount }) => sum + amount, 0);
  expect(total).toBeCloseTo(body.results.amount);
  for (const [clientId, id] of [
    [other.clientId, flagged[0]],
    [mine.clientId, 0],
  ] as const) {
    expect((await read(clientId, id)).status).toBe(404);
  }
});

test('the staff list a client’s payments with the client’s filters', async () => {
  const of = async (clientId: number, filter: object = {}) =>
    (await staff(clientPayments, { params: { clientId }, query: { filter } })).body.results.map(({ id, state }) => [
      id,
      state.id,
    ]);
  expect(await of(mine.clientId)).toEqual([
    [expect.any(Number), 54],
    [flagged[0], 41],
  ]);
  expect(await of(other.clientId, { state_id: 56 })).toEqual([[flagged[1], 56]]);
  expect((await staff(clientPayments, { params: { clientId: 7 } })).status).toBe(404);
});

test('client and staff can list the same payments over one database connection', async () => {
  const { gateway } = world;
  for (let turn = 0; turn < 3; turn++) {
    const [client, provider] = [
      await gateway.call(listPayments, { by: mine }),
      await staff(clientPayments, { params: { clientId: mine.clientId } }),
    ];
    expect([client.status, provider.status]).toEqual([200, 200]);
    expect(client.body.results.map(({ id }) => id)).toEqual(provider.body.results.map(({ id }) => id));
  }
});
