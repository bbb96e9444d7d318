import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueRoutes } from '#server/orders/queue/queue.routes.ts';
import { ensureKey } from '#server/provider/settings/key.ts';
import { providerRoutes } from '#server/provider/settings/provider.routes.ts';
import { listPayments } from '#shared/money/payments.ts';
import { closePaymentCase, flaggedPayments, readStaffPayment } from '#shared/money/staff-payments.ts';
import { listQueue } from '#shared/orders/staff-queues.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { createPaymentClient } from '#test/callers/payment-client.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { type Attempt, type FakePaymentServer, startFakePaymentServer } from '#test/services/fake-payment-server.ts';

let server: FakePaymentServer;
let world: PrepaidFixture;
let me: TestClient;
let other: TestClient;
let staff: ReturnType<typeof createStaffClient>;

const { notify } = createPaymentClient(
  () => world,
  () => me,
);

beforeAll(async () => {
  server = await startFakePaymentServer();
  world = await startPrepaidFixture(server.settings, [providerRoutes, queueRoutes]);
  await ensureKey(world.gateway.deps, 'tests', PROVIDER_KEY);
  staff = createStaffClient(world.gateway);
  [me, other] = [await world.client(), await world.client()];
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
});

/** Begins a payment and pays it twice. @returns its id, and the attempts */
async function paidTwice(): Promise<{ id: number; attempts: Attempt[] }> {
  const id = await world.begin(me, await world.orders(me, 1));
  const attempts = [server.pay(id, 'approved'), server.pay(id, 'approved')];
  for (const attempt of attempts) await notify(attempt.id);
  await world.work();
  return { id, attempts };
}

const params = (id: number, clientId = me.clientId) => ({ clientId, id });
const close = (id: number, body: object = {}, clientId?: number) =>
  staff(closePaymentCase, {
    params: params(id, clientId),
    body: { attention: '', reason: 'Se devolvió por banco', ...body },
  });
const openCases = async () => (await staff(flaggedPayments, { query: { limit: 50 } })).body.results.map(({ id }) => id);
const queued = async () =>
  (await staff(listQueue, { params: { queue: 'payments' }, query: { limit: '50' } })).body.results.map(
    ({ thing_id }) => thing_id,
  );
const read = async (id: number) => (await staff(readStaffPayment, { params: params(id) })).body.results;
const sendersText = async (id: number) =>
  (await world.gateway.call(listPayments, { by: me, query: { limit: 50 } })).body.results.find((one) => one.id === id)
    ?.attention;

test('a closed case leaves list and queue, and stays readable with who closed it and why', async () => {
  const { id } = await paidTwice();
  expect([await openCases(), await queued()].map((ids) => ids.includes(id))).toEqual([true, true]);
  expect(await sendersText(id)).toBe('Hay más de un pago aprobado: lo estamos revisando');
  const { status, body } = await close(id, { attention: 'paid_twice' });
  expect([status, body.message]).toEqual([200, 'El caso se cerró']);
  expect([await openCases(), await queued()].map((ids) => ids.includes(id))).toEqual([false, false]);
  expect(await read(id)).toMatchObject({
    attention: 'paid_twice',
    open_case: false,
    state: { id: 56 },
    closures: [
      { attention: 'paid_twice', reason: 'Se devolvió por banco', by: 'tests', at: expect.stringMatching(/-03:00$/) },
    ],
  });
  expect(await sendersText(id)).toBe('Hay más de un pago aprobado: ya lo revisamos');
  const [entry] = await world.gateway.owner<{ action: string; actor_name: string }>(
    `SELECT action, actor_name FROM audit_log WHERE target = $1 AND action = 'ops.payment.close'`,
    [String(id)],
  );
  expect(entry?.actor_name).toBe('tests');
});

test('of two people who close a case the first wins, also at the same time', async () => {
  const { id } = await paidTwice();
  const answers = await Promise.all([close(id), close(id, { reason: 'Otra cosa' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe('El caso ya está cerrado: lo cerró tests');
  expect((await read(id)).closures).toHaveLength(1);
});

test('another reason opens the case again, and a repeated notification doesn’t', async () => {
  const { id, attempts } = await paidTwice();
  await close(id);
  await notify(attempts[1]?.id ?? 0);
  await world.work();
  expect(await openCases()).not.toContain(id);
  for (const attempt of attempts) {
    server.change(attempt, 'refunded');
    await notify(attempt.id);
  }
  await world.work();
  expect(await openCases()).toContain(id);
  expect(await read(id)).toMatchObject({
    attention: 'refunded',
    open_case: true,
    closures: [{ attention: 'paid_twice' }],
  });
  const stale = await close(id, { attention: 'paid_twice' });
  expect([stale.status, stale.body.message]).toEqual([
    409,
    "El motivo del caso cambió: ahora es 'devuelto'. Miralo de nuevo",
  ]);
  expect((await close(id, { attention: 'refunded' })).status).toBe(200);
});

test('a payment without a case, another client’s and a closing without a reason are refused', async () => {
  const { id } = await paidTwice();
  const fine = await world.begin(me, await world.orders(me, 1));
  expect((await close(fine)).body.message).toBe('El pago no tiene nada para revisar');
  expect((await close(id, {}, other.clientId)).status).toBe(404);
  const { status, body } = await close(id, { reason: ' ' });
  expect([status, body.errors]).toEqual([422, [{ field: 'reason', message: 'Escribí cómo se resolvió' }]]);
  expect((await close(id, { attention: 'x' })).status).toBe(422);
  expect(await openCases()).toContain(id);
});

test('a sender can’t close a case', async () => {
  const { id } = await paidTwice();
  const input = { by: me, params: params(id), body: { attention: '', reason: 'Nada' } };
  expect((await world.gateway.call(closePaymentCase, input)).status).toBe(401);
  expect(await openCases()).toContain(id);
});
