import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOrders } from '#shared/orders/orders.ts';
import { findAllInconsistencies } from '#test/app/consistency.ts';
import { createHttpClient } from '#test/callers/http-client.ts';
import { type ServerProcess, waitForExit } from '#test/e2e/server-process.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { scaled } from '#test/test-scale.ts';
import { type CrashDriver, createCrashDriver, isReady } from './crash-driver.ts';
import { summarizeDurations } from './duration-summary.ts';

const STOPS = scaled(1, 20);
const DEATHS = scaled(1, 10);

/** Number of half-sent orders at the time of the stop. */
const ORDERS = 12;

const UNAVAILABLE = {
  message: 'El servicio no está disponible en este momento. Probá de nuevo en unos segundos',
  errors: [],
  code: 'unavailable',
};

let driver: CrashDriver;
let server: ServerProcess;
let sender: Sender;

beforeAll(async () => {
  driver = await createCrashDriver();
  server = await driver.start();
  sender = await signUp(createHttpClient(server.url), driver.mail);
});
afterAll(() => driver?.stop());

const logInAgain = () => logIn(createHttpClient(server.url), sender.username, sender.password);

/** Sends SIGTERM. @returns the exit code, and the duration in ms */
async function askToEnd(): Promise<{ code: number | null; ms: number }> {
  const asked = performance.now();
  server.process.kill('SIGTERM');
  return { code: await waitForExit(server.process), ms: performance.now() - asked };
}

/** Sends an order's headers, and half of its body when the server has read them; `rest` sends the remainder and resolves with the status. */
function halfOrder(agent: Agent): { sent: Promise<void>; rest(): Promise<number> } {
  const body = JSON.stringify(newOrder());
  const half = Math.floor(body.length / 2);
  const call = request(`${server.url}/api/v1/client/order/`, {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${sender.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // The server answers that it has read the headers.
      expect: '100-continue',
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
  });
  answered.catch(() => {});
  const sent = once(call, 'continue').then(() => void call.write(body.slice(0, half)));
  return {
    sent,
    rest: () => {
      call.end(body.slice(half));
      return answered;
    },
  };
}

test(`SIGTERM breaks no request in flight, and the process exits with 0 (${STOPS} ×)`, async ({ annotate }) => {
  const took: number[] = [];
  for (let round = 1; round <= STOPS; round++) {
    const agent = new Agent({ keepAlive: true });
    const orders = Array.from({ length: ORDERS }, () => halfOrder(agent));
    await Promise.all(orders.map(({ sent }) => sent));
    const ending = askToEnd();
    await expect.poll(() => isReady(server)).toBe(false);
    expect(await Promise.all(orders.map(({ rest }) => rest())), `round ${round}`).toEqual(Array(ORDERS).fill(200));
    const { code, ms } = await ending;
    expect(code, `round ${round}`).toBe(0);
    took.push(ms);
    agent.destroy();
    server = await driver.start();
    const list = await createHttpClient(server.url).call(listOrders, { token: await logInAgain() });
    expect(list.body.pagination.total).toBe(round * ORDERS);
  }
  await annotate(`${STOPS * ORDERS} orders in flight; ended after ${summarizeDurations(took)}`);
});

// The process gives up the request after 6 s; `server.test.ts` shortens the time.
if (scaled(false, true)) {
  test('a request that never ends doesn’t prevent the stop', async () => {
    const agent = new Agent();
    const stuck = halfOrder(agent);
    await stuck.sent;
    const { code } = await askToEnd();
    // A process that doesn't end within ten seconds exits with 1.
    expect(code).toBe(0);
    agent.destroy();
    server = await driver.start();
  });
}

interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
  /** Time of the response, in ms by this process's clock. */
  at: number;
}

/** Kills the database while six readers run. @returns their responses until all succeeded for a while */
async function deathUnderLoad(token: string): Promise<{ answers: Answer[]; killed: number }> {
  const api = createHttpClient(server.url);
  const answers: Answer[] = [];
  let over = false;
  const readers = Array.from({ length: 6 }, async () => {
    while (!over) {
      const answer = await api.fetch('/api/v1/client/order/', { headers: { authorization: `Bearer ${token}` } });
      const [text, retryAfter] = [await answer.text(), answer.headers.get('retry-after')];
      answers.push({ status: answer.status, retryAfter, text, at: performance.now() });
    }
  });
  await expect.poll(() => answers.length).toBeGreaterThan(100);
  const killed = performance.now();
  await driver.kill(server, 'the database');
  const healthy = () => {
    const failed = answers.findLastIndex(({ status }) => status !== 200);
    return failed >= 0 && answers.length > failed + 100;
  };
  await expect.poll(healthy).toBe(true);
  over = true;
  await Promise.all(readers);
  return { answers, killed };
}

test(`a database that dies under load recovers under the same process, which responds with 503 meanwhile (${DEATHS} ×)`, async ({
  annotate,
}) => {
  const token = await logInAgain();
  const took: number[] = [];
  let answered = 0;
  for (let round = 1; round <= DEATHS; round++) {
    const { answers, killed } = await deathUnderLoad(token);
    expect(server.process.exitCode).toBeNull();
    const refused = answers.filter(({ status }) => status !== 200);
    answered += answers.length;
    took.push((refused.at(-1)?.at ?? killed) - killed);
    for (const { status, retryAfter, text } of refused) {
      expect([status, retryAfter, JSON.parse(text)]).toEqual([503, '2', UNAVAILABLE]);
    }
  }
  expect(await driver.look(findAllInconsistencies)).toEqual([]);
  await annotate(`${answered} calls; the last refusal ${summarizeDurations(took)} after the kill`);
});
