import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { cancelPayment, createPayment } from '#shared/money/payments.ts';
import { cancelOrder } from '#shared/orders/orders.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { type FakePaymentServer, notificationOf, startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { scaled } from '#test/test-scale.ts';
import { processNotification } from './attempt/payment-jobs.ts';

/** Repetitions of each race. */
const ROUNDS = scaled(8, 200);

let server: FakePaymentServer;
let world: PrepaidFixture;
let by: TestClient;
beforeAll(async () => {
  server = await startFakePaymentServer();
  world = await startPrepaidFixture({ ...server.settings, DATABASE_POOL: '20' });
});
beforeEach(async () => {
  by = await world.client();
});
afterEach(async () => {
  expect(await findInconsistencies(world.gateway.owner, [by.clientId])).toEqual([]);
  expect(await counterDrift(world.gateway.owner)).toEqual([]);
  const twice = await world.gateway.owner(
    `SELECT order_pk FROM merchant_order_lines l JOIN merchant_orders m ON m.id = l.merchant_order_id
     WHERE m.state IN (54, 56) GROUP BY order_pk HAVING count(*) > 1`,
  );
  expect(twice).toEqual([]);
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
});

async function rounds(race: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await race(round);
}

const pay = async (orders: readonly number[], key?: string) =>
  (await world.gateway.call(createPayment, { by, body: { orders: orders as never }, ...(key && { key }) })).status;
const cancel = async (id: number) =>
  (await world.gateway.call(cancelPayment, { by, params: { id: String(id) } })).status;
const drop = async (id: number) => (await world.gateway.call(cancelOrder, { by, params: { id: String(id) } })).status;
const states = async () =>
  (
    await world.gateway.owner<{ state: number }>('SELECT state FROM merchant_orders WHERE client_id = $1 ORDER BY 1', [
      by.clientId,
    ])
  ).map(({ state }) => state);

test('of twenty concurrent payments of the same orders, one begins', () =>
  rounds(async (round) => {
    const [one = 0, two = 0] = await world.orders(by, 1, 1);
    const before = (await states()).filter((state) => state === 54).length;
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, n) => pay(n % 2 ? [one, two] : [two, one])));
    expect(
      statuses.filter((status) => status === 200),
      `round ${round}`,
    ).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(19);
    expect((await states()).filter((state) => state === 54)).toHaveLength(before + 1);
  }));

test('of concurrent payments that share an order, one begins and the others are refused', () =>
  rounds(async () => {
    const [a = 0, b = 0, c = 0] = await world.orders(by, 1, 1, 1);
    const statuses = await Promise.all([pay([a, b]), pay([b, c]), pay([c, b])]);
    expect(statuses.toSorted()).toEqual([200, 422, 422]);
  }));

test('ten concurrent requests with the same key begin one payment', () =>
  rounds(async () => {
    const orders = await world.orders(by, 1);
    const key = crypto.randomUUID();
    const statuses = await Promise.all(Array.from({ length: 10 }, () => pay(orders, key)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }));

test('a payment that is approved and cancelled at once is either confirmed, or cancelled and flagged', () =>
  rounds(async (round) => {
    const { deps } = world.gateway;
    world.mails.length = 0;
    const id = await world.begin(by, await world.orders(by, 2));
    let approved = '';
    const approval = async () => {
      approved = String(server.pay(id, 'approved').id);
      await processNotification(deps, { attempt: approved });
      await processNotification(deps, { clientId: by.clientId, id });
    };
    const acts = [() => cancel(id), approval, () => cancel(id)];
    const statuses = await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act()));
    for (const status of statuses) if (status !== undefined) expect([200, 422]).toContain(status);
    const [payment] = await world.gateway.owner<{ state: number; attention: string | null }>(
      'SELECT state, attention FROM merchant_orders WHERE id = $1',
      [id],
    );
    expect([
      { state: 56, attention: null },
      { state: 41, attention: 'approved_after_cancel' },
    ]).toContainEqual(payment);
    expect(statuses.includes(200)).toBe(payment?.state === 41);
    await world.work();
    expect(world.mails).toHaveLength(payment?.state === 56 ? 1 : 0);
  }));

test('an order that is paid and cancelled at once ends as one or the other', () =>
  rounds(async (round) => {
    const [one = 0, two = 0] = await world.orders(by, 1, 1);
    const acts = [() => drop(one), () => pay([two, one]), () => drop(two)];
    const statuses = await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act()));
    for (const status of statuses) expect([200, 422]).toContain(status);
    const rows = await world.gateway.owner<{ open: boolean; cancelled: boolean }>(
      `SELECT coalesce(merchant_order_state = 54, false) AS open, cancelled_at IS NOT NULL AS cancelled
       FROM orders WHERE id = ANY($1)`,
      [[one, two]],
    );
    for (const { open, cancelled } of rows) expect(open && cancelled).toBe(false);
  }));

/** Processes a notification. The queue runs a job again that waited too long for a lock, as the last of ten may on a slow machine. */
async function processed(attempt: string): Promise<void> {
  try {
    await processNotification(world.gateway.deps, { attempt });
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    await processed(attempt);
  }
}

test('ten concurrent notifications of one approval confirm the payment once', () =>
  rounds(async () => {
    world.mails.length = 0;
    const id = await world.begin(by, await world.orders(by, 2, 1));
    const { id: attempt } = server.pay(id, 'approved');
    const { path, init } = notificationOf(attempt);
    await Promise.all(Array.from({ length: 10 }, () => world.gateway.fetch(path, init).then((one) => one.text())));
    await Promise.all(Array.from({ length: 10 }, () => processed(String(attempt))));
    await world.work();
    expect(world.mails).toHaveLength(1);
  }));
