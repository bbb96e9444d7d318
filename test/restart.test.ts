import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#shared/access.ts';
import { listOrders } from '#shared/orders.ts';
import { type ServerProcess, startServerProcess } from './e2e/server-process.ts';
import { clientOf } from './http-client.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { newOrder } from './new-order.ts';
import { type Sender, signUp } from './senders.ts';

let mail: MailServer;
let dataDir: string;
let server: ServerProcess;
let sender: Sender;

beforeAll(async () => {
  mail = await startMailServer();
  dataDir = await mkdtemp(join(tmpdir(), 'remito-restart-'));
  server = await start();
  sender = await signUp(clientOf(server.url), mail);
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () =>
  startServerProcess(
    { DEMO: '0', SMTP_URL: mail.url, THROTTLE: 'off', LOG_LEVEL: 'silent' },
    { dataDir, keepData: true },
  );

/** Sends an order's headers and half of its body; `rest` sends what is missing and answers with the status. */
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
  const sent = new Promise<void>((resolve) => call.write(body.slice(0, half), () => resolve()));
  return {
    sent,
    rest: () => {
      call.end(body.slice(half));
      return answered;
    },
  };
}

const exited = (process: ServerProcess['process']) =>
  new Promise<number | null>((resolve) => {
    if (process.exitCode !== null) resolve(process.exitCode);
    else process.once('exit', (code) => resolve(code));
  });

test.each([1, 2, 3])('SIGTERM breaks no request in flight, and the process ends with 0 (round %i)', async () => {
  const agent = new Agent({ keepAlive: true });
  const orders = Array.from({ length: 12 }, () => halfOrder(agent));
  await Promise.all(orders.map(({ sent }) => sent));
  // On loopback the server has read the headers long before.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const ending = exited(server.process);
  server.process.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await Promise.all(orders.map(({ rest }) => rest()))).toEqual(Array(12).fill(200));
  expect(await ending).toBe(0);
  agent.destroy();
  server = await start();
  const api = clientOf(server.url);
  const { body } = await api.call(login, { body: { _username: sender.username, _password: sender.password } });
  sender = { ...sender, token: body.token };
  const list = await api.call(listOrders, { token: sender.token });
  expect(list.body.pagination.total % 12).toBe(0);
});

test('a request that never ends doesn’t keep the process', async () => {
  const agent = new Agent();
  const stuck = halfOrder(agent);
  await stuck.sent;
  await new Promise((resolve) => setTimeout(resolve, 300));
  const begun = performance.now();
  const ending = exited(server.process);
  server.process.kill('SIGTERM');
  expect(await ending).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  agent.destroy();
  server = await start();
});

test('a database that dies under load comes back under the same process, which says 503 meanwhile', async () => {
  const api = clientOf(server.url);
  const { body } = await api.call(login, { body: { _username: sender.username, _password: sender.password } });
  const answers: { status: number; retryAfter: string | null; text: string }[] = [];
  let over = false;
  const readers = Array.from({ length: 6 }, async () => {
    while (!over) {
      const answer = await api.fetch('/api/v1/client/order/', { headers: { authorization: `Bearer ${body.token}` } });
      const { status, headers } = answer;
      answers.push({ status, retryAfter: headers.get('retry-after'), text: await answer.text() });
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [pid] = (await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  const healthy = () => {
    const failed = answers.findLastIndex(({ status }) => status !== 200);
    return failed >= 0 && answers.length > failed + 100;
  };
  while (!healthy()) await new Promise((resolve) => setTimeout(resolve, 50));
  over = true;
  await Promise.all(readers);

  expect(server.process.exitCode).toBeNull();
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, retryAfter, text } of refused) {
    expect([status, retryAfter, JSON.parse(text)]).toEqual([
      503,
      '2',
      {
        message: 'El servicio no está disponible en este momento. Probá de nuevo en unos segundos',
        errors: [],
        code: 'unavailable',
      },
    ]);
  }
});
