import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { listOrders } from '#shared/orders.ts';
import { orderState } from '#shared/rules/order-state.ts';
import { everythingWrong } from './consistency.ts';
import { type CrashDriver, createCrashDriver, VICTIMS, type Victim } from './crash-driver.ts';
import type { ServerProcess } from './e2e/server-process.ts';
import { effort, patience } from './effort.ts';
import { clientOf } from './http-client.ts';
import { acknowledgedIn, type Ledger, repeat, write } from './order-writers.ts';
import { secondsOf } from './seconds.ts';
import { logIn, type Sender, signUp } from './senders.ts';

const KILLS = effort(5, 100);
const WRITERS = 8;
const CANCELLED = orderState('cancelado').label;

let driver: CrashDriver;
beforeAll(async () => {
  driver = await createCrashDriver();
});
afterAll(() => driver?.stop());

/** Lets the writers get into full swing, and kills at a moment that nobody chose. @returns what they had been told */
async function killWhileWriting(server: ServerProcess, { token }: Sender, victim: Victim): Promise<Ledger> {
  const ledger: Ledger = new Map();
  let killed = false;
  const writers = Array.from({ length: WRITERS }, () => write(clientOf(server.url), token, ledger, () => killed));
  while (acknowledgedIn(ledger).length < WRITERS) await sleep(10);
  await sleep(Math.random() * 500);
  await driver.kill(server, victim);
  killed = true;
  await Promise.all(writers);
  return ledger;
}

/** The sender's orders, by tracking id: whether they are cancelled. */
async function ordersOf(server: ServerProcess, { username, password }: Sender): Promise<Map<string, boolean>> {
  const api = clientOf(server.url);
  const token = await logIn(api, username, password);
  const { body } = await api.call(listOrders, { token, query: { limit: 10_000 } });
  return new Map(body.results.map((order) => [order.tracking_id, order.order_state.name === CANCELLED]));
}

test(
  `${KILLS} kills while orders are made and cancelled lose, double and tear none`,
  killsLoseNothing,
  patience(600_000),
);

async function killsLoseNothing({ annotate }: TestContext): Promise<void> {
  const took: number[] = [];
  let acknowledged = 0;
  let server = await driver.start();
  for (let round = 0; round < KILLS; round++) {
    const victim = VICTIMS[round % VICTIMS.length] ?? 'the app';
    const sender = await signUp(clientOf(server.url), driver.mail);
    const ledger = await killWhileWriting(server, sender, victim);
    const killed = performance.now();
    server = await driver.revive(server);
    took.push(performance.now() - killed);

    const told = `round ${round}, ${victim} killed`;
    const found = await ordersOf(server, sender);
    const lost = acknowledgedIn(ledger).filter((tracking) => !found.has(tracking));
    expect(lost, told).toEqual([]);
    const undone = [...ledger.values()].filter(
      ({ tracking, cancelled }) => cancelled === 'answered' && !found.get(tracking ?? ''),
    );
    expect(undone, told).toEqual([]);
    // Torn: an order without its history, a counter that has heard of only half of it.
    expect(await driver.look(everythingWrong), told).toEqual([]);

    const api = clientOf(server.url);
    const token = await logIn(api, sender.username, sender.password);
    expect(await repeat(api, token, ledger), told).toEqual([]);
    expect((await ordersOf(server, sender)).size, told).toBe(ledger.size);
    acknowledged += acknowledgedIn(ledger).length;
  }
  expect(await driver.look(everythingWrong)).toEqual([]);
  await annotate(`${acknowledged} acknowledged orders; ready after ${secondsOf(took)}`);
}
