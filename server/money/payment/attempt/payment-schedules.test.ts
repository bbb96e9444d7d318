import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { type Random, seededRandom } from '#server/demo/seed/seeded-random.ts';
import { paymentNotifications } from '#server/money/domain/payment-queues.ts';
import { cancelPayment } from '#shared/money/payments.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import {
  type Attempt,
  type FakePaymentServer,
  notificationOf,
  startFakePaymentServer,
} from '#test/services/fake-payment-server.ts';
import { scaled } from '#test/test-scale.ts';
import { processNotification } from './payment-jobs.ts';
import { recordAttempts } from './record-attempts.ts';

/** Number of simulated payment histories. */
const SCHEDULES = scaled(60, 1000);

let server: FakePaymentServer;
let world: PrepaidFixture;
let by: TestClient;
beforeAll(async () => {
  server = await startFakePaymentServer();
  world = await startPrepaidFixture(server.settings);
  by = await world.client();
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
});

/** Possible status histories of an attempt. */
const STATUS_HISTORIES = [
  ['approved'],
  ['pending', 'approved'],
  ['in_process', 'approved'],
  ['in_process', 'rejected'],
  ['pending', 'cancelled'],
  ['rejected'],
  ['approved', 'in_mediation', 'approved'],
  ['approved', 'refunded'],
  ['pending', 'approved', 'charged_back'],
] as const;

/** Undelivered notifications. The test delivers them late, repeatedly or never. */
type Network = (() => Promise<void>)[];

const deliver = async (...args: Parameters<typeof notificationOf>) => {
  const { path, init } = notificationOf(...args);
  const answer = await world.gateway.fetch(path, init);
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
};

/** Simulates a crash within a transaction: its writes are rolled back, and the job is retried. */
async function killedOnce(work: () => Promise<unknown>): Promise<void> {
  const { events } = world.gateway.deps;
  world.gateway.deps.events = {
    record: () => {
      throw new Error('killed');
    },
  };
  await work().catch(() => {});
  world.gateway.deps.events = events;
}

/** Runs the waiting jobs in random order. Some crash and are retried, some run twice. */
async function runJobsUnreliably(random: Random): Promise<void> {
  const { deps } = world.gateway;
  for (const notification of shuffled(random, world.jobs.take(paymentNotifications))) {
    if (random.percent(20)) await killedOnce(() => processNotification(deps, notification));
    await processNotification(deps, notification);
    if (random.percent(20)) await processNotification(deps, notification);
  }
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, turn: random.int(0, 1_000_000) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ value }) => value);
}

/** Simulates an attempt with lost, repeated, late and forged notifications. */
async function simulateAttempt(random: Random, id: number, network: Network): Promise<{ everApproved: boolean }> {
  const [first, ...rest] = random.pick(STATUS_HISTORIES);
  const attempt = server.pay(id, first);
  const { deps } = world.gateway;
  for (const status of [first, ...rest]) {
    server.change(attempt, status);
    const copies = random.pick([0, 1, 1, 2, 3]);
    const forged = random.percent(15) ? 'guessed' : undefined;
    const notify = () => deliver(attempt.id, { reference: String(id), ...(forged && { secret: forged }) });
    for (let copy = 0; copy < copies; copy++) network.push(notify);
    // A slow node: the attempt is read now and recorded later.
    if (random.percent(25)) {
      const [stale] = ((await deps.payments?.paymentsOf(String(id))) ?? []).filter(
        (one) => one.id === String(attempt.id),
      );
      if (stale) network.push(async () => void (await recordAttempts(deps, by.clientId, id, [stale])));
    }
    if (random.percent(50)) await network.splice(random.int(0, network.length - 1), 1)[0]?.();
    if (random.percent(50)) await runJobsUnreliably(random);
    if (random.percent(10))
      await deliver(random.int(1, 99_999), { secret: null, reference: String(random.int(1, 999)) });
  }
  return { everApproved: [first, ...rest].includes('approved' as never) };
}

interface PaymentSnapshot {
  state: number;
  payment_id: string | null;
  provider_status: string | null;
  attention: string | null;
  entries: number[];
  paid: boolean;
}

async function readSnapshot(id: number): Promise<PaymentSnapshot> {
  const [found] = await world.gateway.owner<PaymentSnapshot>(
    `SELECT m.state, m.payment_id, m.provider_status, m.attention,
       (SELECT array_agg((SELECT count(*)::int FROM shipment_events e WHERE e.shipment_id = s.id AND e.state = 'Registrado'))
        FROM shipments s JOIN merchant_order_lines l ON l.order_pk = s.order_pk WHERE l.merchant_order_id = m.id) AS entries,
       (SELECT bool_and(o.paid_at IS NOT NULL) FROM orders o JOIN merchant_order_lines l ON l.order_pk = o.id
        WHERE l.merchant_order_id = m.id) AS paid
     FROM merchant_orders m WHERE m.id = $1`,
    [id],
  );
  return found as PaymentSnapshot;
}

test(`${SCHEDULES} payment histories end in the provider’s state, for lost, late, repeated and forged notifications`, async () => {
  for (let schedule = 0; schedule < SCHEDULES; schedule++) {
    const random = seededRandom(`schedule ${schedule}`);
    world.mails.length = 0;
    const id = await world.begin(by, await world.orders(by, random.int(1, 2)));
    const network: Network = [];
    let everApproved = false;
    for (let attempts = random.int(1, 3); attempts > 0; attempts--) {
      everApproved = (await simulateAttempt(random, id, network)).everApproved || everApproved;
      if (random.percent(10)) {
        const { status } = await world.gateway.call(cancelPayment, { by, params: { id: String(id) } });
        expect([200, 422]).toContain(status);
      }
    }
    for (const late of shuffled(random, network)) await late();
    await runJobsUnreliably(random);
    await world.look();
    await world.work();

    const truth = [...server.attempts.values()].filter((one) => one.external_reference === String(id));
    const { state, payment_id, provider_status, attention, entries, paid } = await readSnapshot(id);
    const message = JSON.stringify({ schedule, state, attention, truth: truth.map(({ status }) => status) });
    const approved = truth.filter(({ status }) => status === 'approved');
    if (approved.length > 0 && state !== 41) expect(state, message).toBe(56);
    if (approved.length > 0 && state === 41) expect(attention, message).toBe('approved_after_cancel');
    if (state === 56 && approved.length > 1) expect(attention, message).toBe('paid_twice');
    if (!everApproved) expect(state, message).not.toBe(56);
    expect(paid, message).toBe(state === 56);
    expect(entries, message).toEqual(entries.map(() => (state === 56 ? 1 : 0)));
    expect(world.mails, message).toHaveLength(state === 56 ? 1 : 0);
    expect(provider_status, message).toBe(statusOf(truth, payment_id));
  }
  expect(await findInconsistencies(world.gateway.owner, [by.clientId])).toEqual([]);
  expect(await counterDrift(world.gateway.owner)).toEqual([]);
}, 600_000);

function statusOf(truth: readonly Attempt[], paymentId: string | null): string | null {
  return truth.find(({ id }) => String(id) === paymentId)?.status ?? null;
}
