import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { listOrders } from '#shared/orders/orders.ts';
import { orderState } from '#shared/orders/rules/order-state.ts';
import { findAllInconsistencies } from '#test/app/consistency.ts';
import { createHttpClient } from '#test/callers/http-client.ts';
import type { ServerProcess } from '#test/e2e/server-process.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { acknowledgedOrders, resendAll, type WriteLog, writeOrders } from '#test/isolation/order-writers.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import { type CrashDriver, createCrashDriver, VICTIMS, type Victim } from './crash-driver.ts';
import { summarizeDurations } from './duration-summary.ts';

const KILLS = scaled(2, 100);
const WRITERS = 8;
const CANCELLED = orderState('cancelado').label;

let driver: CrashDriver;
beforeAll(async () => {
  driver = await createCrashDriver();
});
afterAll(() => driver?.stop());

/** Lets the writers run, and kills at a random moment. @returns their log of acknowledged writes */
async function killWhileWriting(server: ServerProcess, { token }: Sender, victim: Victim): Promise<WriteLog> {
  const writes: WriteLog = new Map();
  let killed = false;
  const writers = Array.from({ length: WRITERS }, () =>
    writeOrders(createHttpClient(server.url), token, writes, () => killed),
  );
  await expect.poll(() => acknowledgedOrders(writes).length).toBeGreaterThanOrEqual(WRITERS);
  await sleep(Math.random() * 500);
  await driver.kill(server, victim);
  killed = true;
  await Promise.all(writers);
  return writes;
}

/** Returns the sender's orders by tracking id, and whether they are cancelled. */
async function ordersOf(server: ServerProcess, { username, password }: Sender): Promise<Map<string, boolean>> {
  const api = createHttpClient(server.url);
  const token = await logIn(api, username, password);
  const { body } = await api.call(listOrders, { token, query: { limit: 10_000 } });
  return new Map(body.results.map((order) => [order.tracking_id, order.order_state.name === CANCELLED]));
}

test(
  `no order is lost, duplicated or incomplete after ${KILLS} kills during creation and cancellation`,
  killsLoseNothing,
  scaledTimeout(600_000),
);

async function killsLoseNothing({ annotate }: TestContext): Promise<void> {
  const took: number[] = [];
  let acknowledged = 0;
  let server = await driver.start();
  for (let round = 0; round < KILLS; round++) {
    const victim = VICTIMS[round % VICTIMS.length] ?? 'the app';
    const sender = await signUp(createHttpClient(server.url), driver.mail);
    const writes = await killWhileWriting(server, sender, victim);
    const killed = performance.now();
    server = await driver.revive(server);
    took.push(performance.now() - killed);

    const message = `round ${round}, ${victim} killed`;
    const found = await ordersOf(server, sender);
    const lost = acknowledgedOrders(writes).filter((tracking) => !found.has(tracking));
    expect(lost, message).toEqual([]);
    const undone = [...writes.values()].filter(
      ({ tracking, cancelled }) => cancelled === 'answered' && !found.get(tracking ?? ''),
    );
    expect(undone, message).toEqual([]);
    // A torn write would be an order without a history, or a counter with half of an order.
    expect(await driver.look(findAllInconsistencies), message).toEqual([]);

    const api = createHttpClient(server.url);
    const token = await logIn(api, sender.username, sender.password);
    expect(await resendAll(api, token, writes), message).toEqual([]);
    expect((await ordersOf(server, sender)).size, message).toBe(writes.size);
    acknowledged += acknowledgedOrders(writes).length;
  }
  expect(await driver.look(findAllInconsistencies)).toEqual([]);
  await annotate(`${acknowledged} acknowledged orders; ready after ${summarizeDurations(took)}`);
}
