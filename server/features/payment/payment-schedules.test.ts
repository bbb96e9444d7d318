import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { type Random, seededRandom } from '#server/demo/seeded-random.ts';
import { paymentNotifications } from '#server/domain/payment-queues.ts';
import { cancelPayment } from '#shared/payments.ts';
import { findInconsistencies } from '#test/consistency.ts';
import {
  type Attempt,
  type FakePaymentServer,
  notificationOf,
  startFakePaymentServer,
} from '#test/fake-payment-server.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/prepaid-fixture.ts';
import type { TestClient } from '#test/test-gateway.ts';
import { scaled } from '#test/test-scale.ts';
import { processNotification } from './payment-jobs.ts';
import { recordAttempts } from './record-attempts.ts';

/** How many histories of a payment are played. */
const SCHEDULES = scaled(100, 1000);

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

/** What may become of an attempt. */
const LIVES = [
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

/** Notifications that wait to be delivered; the network decides when, how often and whether. */
type Network = (() => Promise<void>)[];

const deliver = async (...args: Parameters<typeof notificationOf>) => {
  const { path, init } = notificationOf(...args);
  const answer = await world.gateway.fetch(path, init);
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
};

/** The server dies in the middle of a transaction: what it wrote is gone, and the job is done again. */
async function killedOnce(work: () => Promise<unknown>): Promise<void> {
  const { bus } = world.gateway.deps;
  world.gateway.deps.bus = {
    ...bus,
    publish: () => {
      throw new Error('killed');
    },
  };
  await work().catch(() => {});
  world.gateway.deps.bus = bus;
}

/** Does the jobs that are waiting, in any order; some are killed in the middle, some are done twice. */
async function workBadly(random: Random): Promise<void> {
  const { deps } = world.gateway;
  for (const told of shuffled(random, world.jobs.take(paymentNotifications))) {
    if (random.percent(20)) await killedOnce(() => processNotification(deps, told));
    await processNotification(deps, told);
    if (random.percent(20)) await processNotification(deps, told);
  }
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, turn: random.int(0, 1_000_000) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ value }) => value);
}

/** An attempt happens, and the network does its worst with what is told of it. */
async function happen(random: Random, id: number, network: Network): Promise<{ everApproved: boolean }> {
  const [first, ...rest] = random.pick(LIVES);
  const attempt = server.pay(id, first);
  const { deps } = world.gateway;
  for (const status of [first, ...rest]) {
    server.change(attempt, status);
    const copies = random.pick([0, 1, 1, 2, 3]);
    const forged = random.percent(15) ? 'guessed' : undefined;
    const told = () => deliver(attempt.id, { reference: String(id), ...(forged && { secret: forged }) });
    for (let copy = 0; copy < copies; copy++) network.push(told);
    // Read now, and taken down who knows when: a slow node.
    if (random.percent(25)) {
      const [stale] = ((await deps.payments?.paymentsOf(String(id))) ?? []).filter(
        (one) => one.id === String(attempt.id),
      );
      if (stale) network.push(async () => void (await recordAttempts(deps, by.clientId, id, [stale])));
    }
    if (random.percent(50)) await network.splice(random.int(0, network.length - 1), 1)[0]?.();
    if (random.percent(50)) await workBadly(random);
    if (random.percent(10))
      await deliver(random.int(1, 99_999), { secret: null, reference: String(random.int(1, 999)) });
  }
  return { everApproved: [first, ...rest].includes('approved' as never) };
}

interface Standing {
  state: number;
  payment_id: string | null;
  provider_status: string | null;
  attention: string | null;
  entries: number[];
  paid: boolean;
}

async function standingOf(id: number): Promise<Standing> {
  const [found] = await world.gateway.owner<Standing>(
    `SELECT m.state, m.payment_id, m.provider_status, m.attention,
       (SELECT array_agg((SELECT count(*)::int FROM shipment_events e WHERE e.shipment_id = s.id AND e.state = 'Registrado'))
        FROM shipments s JOIN merchant_order_lines l ON l.order_pk = s.order_pk WHERE l.merchant_order_id = m.id) AS entries,
       (SELECT bool_and(o.paid_at IS NOT NULL) FROM orders o JOIN merchant_order_lines l ON l.order_pk = o.id
        WHERE l.merchant_order_id = m.id) AS paid
     FROM merchant_orders m WHERE m.id = $1`,
    [id],
  );
  return found as Standing;
}

test(`${SCHEDULES} histories of payments end as the provider knows them, however they were told`, async () => {
  for (let schedule = 0; schedule < SCHEDULES; schedule++) {
    const random = seededRandom(`schedule ${schedule}`);
    world.mails.length = 0;
    const id = await world.begin(by, await world.orders(by, random.int(1, 2)));
    const network: Network = [];
    let everApproved = false;
    for (let attempts = random.int(1, 3); attempts > 0; attempts--) {
      everApproved = (await happen(random, id, network)).everApproved || everApproved;
      if (random.percent(10)) {
        const { status } = await world.gateway.call(cancelPayment, { by, params: { id: String(id) } });
        expect([200, 422]).toContain(status);
      }
    }
    for (const late of shuffled(random, network)) await late();
    await workBadly(random);
    await world.look();
    await world.work();

    const truth = [...server.attempts.values()].filter((one) => one.external_reference === String(id));
    const { state, payment_id, provider_status, attention, entries, paid } = await standingOf(id);
    const told = JSON.stringify({ schedule, state, attention, truth: truth.map(({ status }) => status) });
    const approved = truth.filter(({ status }) => status === 'approved');
    if (approved.length > 0 && state !== 41) expect(state, told).toBe(56);
    if (approved.length > 0 && state === 41) expect(attention, told).toBe('approved_after_cancel');
    if (state === 56 && approved.length > 1) expect(attention, told).toBe('paid_twice');
    if (!everApproved) expect(state, told).not.toBe(56);
    expect(paid, told).toBe(state === 56);
    expect(entries, told).toEqual(entries.map(() => (state === 56 ? 1 : 0)));
    expect(world.mails, told).toHaveLength(state === 56 ? 1 : 0);
    expect(provider_status, told).toBe(statusOf(truth, payment_id));
  }
  expect(await findInconsistencies(world.gateway.owner, [by.clientId])).toEqual([]);
  expect(await counterDrift(world.gateway.owner)).toEqual([]);
}, 600_000);

function statusOf(truth: readonly Attempt[], paymentId: string | null): string | null {
  return truth.find(({ id }) => String(id) === paymentId)?.status ?? null;
}
