import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { register } from '#shared/access.ts';
import { messages } from '#shared/messages.ts';
import { createOrder, listOrders } from '#shared/orders.ts';
import { openStream } from './change-stream.ts';
import { findAllInconsistencies } from './consistency.ts';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import {
  type Fault,
  type FaultProxy,
  garbage,
  halfOpen,
  slow,
  stallUntil,
  startFaultProxy,
  truncateResponse,
} from './fault-proxy.ts';
import type { HttpClient } from './http-client.ts';
import { newOrder } from './order-factory.ts';
import { resendAll, type WriteLog, writeOrders } from './order-writers.ts';
import { createRecordingClient } from './recording-client.ts';
import { registrationForm, type Sender, signUp } from './sender-factory.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { scaled } from './test-scale.ts';

/** How often each fault comes that takes no time. */
const ROUNDS = scaled(4, 50);
/** How often one comes that everybody waits for. */
const WAITS = scaled(1, 6);
/** More calls at once than there are connections. */
const CALLS = 20;
const CONNECTIONS = 6;
const WRITERS = 2;

const UNAVAILABLE = `503 ${messages.unavailable}`;

let mail: FakeMailServer;
/** What stands between the node and its database. */
let network: FaultProxy;
let app: TestApp;
/** Another web node on the same database, with a network that never fails. */
let other: TestApp;
let sender: Sender;

beforeAll(async () => {
  mail = await startFakeMailServer();
  network = await startFaultProxy(wayTo(inject('databases').login));
  const throughNetwork = async (way: pg.ClientConfig) => ({ ...way, host: network.host, port: network.port });
  const settings = { SMTP_URL: mail.url, DATABASE_POOL: String(CONNECTIONS) };
  app = await startTestApp(settings, { wrapConnection: throughNetwork, wrapDirectConnection: throughNetwork });
  other = await startTestApp({ ...settings, ROLE: 'web' }, { sharesDatabaseWith: app });
});
afterAll(async () => {
  network.setFault(null);
  await other?.stop();
  await app?.stop();
  await network?.stop();
  await mail?.stop();
});

const wayTo = ({ host = '', port = 5432 }: pg.ClientConfig) =>
  host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };

/** Answers that were recorded, those of the writers included. */
let recorded: string[];
/** Calls of whoever is listened to. */
let api: HttpClient;
let ledger: WriteLog;
let over: boolean;
let writers: Promise<unknown>;

beforeEach(async () => {
  sender = await signUp(app, mail);
  ({ api, recorded } = createRecordingClient(app));
  ledger = new Map();
  over = false;
  writers = Promise.all(Array.from({ length: WRITERS }, () => writeOrders(api, sender.token, ledger, () => over)));
});

afterEach(async () => {
  // What failed in the middle of a fault leaves it behind.
  network.setFault(null);
  over = true;
  await writers;
  // Whatever happened: who was not served was told so in a sentence, and what was sent again was done once.
  expect(recorded.filter((answer) => answer !== '200' && answer !== UNAVAILABLE)).toEqual([]);
  expect(await resendAll(app, sender.token, ledger)).toEqual([]);
  const { body } = await app.call(listOrders, { token: sender.token, query: { limit: 10_000 } });
  expect(body.pagination.total).toBe(ledger.size);
  expect(await findAllInconsistencies(app.owner)).toEqual([]);
  expect(app.server.deps.db.pool()).toMatchObject({ waiting: 0 });
});

const list = () => api.call(listOrders, { token: sender.token });
/** Makes an order, which counts like the writers'. */
function create(key: string, body: ReturnType<typeof newOrder>, at = api) {
  ledger.set(key, { body, tracking: null, at: 0, cancelled: 'no' });
  return at.call(createOrder, { token: sender.token, body, headers: { 'idempotency-key': key } });
}
const many = <T>(call: () => Promise<T>, count = CALLS) => Promise.all(Array.from({ length: count }, call));
const isReady = async () => (await app.fetch('/readyz')).ok;

async function untilReady(): Promise<void> {
  while (!(await isReady())) await sleep(50);
}

/** The connection breaks at the COMMIT of the transaction that names a word, before the server has it or before it answers. */
function cutsCommitOf(word: string, when: 'before' | 'after'): Fault {
  let its = 0;
  let asked = false;
  return ({ bytes, from, connection, pass, cut }) => {
    if (from === 'client' && bytes.includes(word)) its = connection;
    const commit = connection === its ? bytes.indexOf('COMMIT') : -1;
    if (commit < 0) return pass();
    if (from === 'server') return asked ? cut() : pass();
    asked = true;
    if (when === 'after') return pass();
    // Its message begins five bytes before its text.
    pass(bytes.subarray(0, commit - 5));
    cut();
  };
}

test.each(['before', 'after'] as const)(
  'an order whose connection is cut %s the commit arrives is made exactly once when it is sent again',
  async (when) => {
    for (let round = 0; round < ROUNDS; round++) {
      const [key, body] = [crypto.randomUUID(), newOrder()];
      network.setFault(cutsCommitOf(key, when));
      const { status } = await create(key, body);
      network.setFault(null);
      const made = await app.owner('SELECT FROM orders WHERE order_id = $1', [body.order_id]);
      expect([status, made.length]).toEqual([503, when === 'after' ? 1 : 0]);
      const again = await create(key, body);
      expect(again.body.results.order_id).toBe(body.order_id);
    }
    // Nobody but the one who was cut off has noticed anything.
    expect(recorded.filter((answer) => answer !== '200')).toHaveLength(ROUNDS);
  },
);

test('a slow network is slow, and so is one that stops for a second', async () => {
  // No more at once than there are connections: who waits for one besides, waits too long.
  const atOnce = CONNECTIONS - WRITERS;
  network.setFault(slow(10));
  await many(list, atOnce);
  network.setFault(stallUntil(sleep(1000)));
  await many(list, atOnce);
  network.setFault(null);
  expect(new Set(recorded)).toEqual(new Set(['200']));
});

test('answers that break off in their middle are refused in a sentence, and the next one is whole', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    network.setFault(truncateResponse);
    expect((await list()).status).toBe(503);
    network.setFault(null);
    await untilReady();
    expect((await list()).status).toBe(200);
  }
});

test('a database that is away is away for as long as it is', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await network.refuse(true);
    network.cutAll();
    await expectAway();
    await network.refuse(false);
    await untilReady();
    expect((await list()).status).toBe(200);
  }
});

/** Every call is refused in a sentence, the process says that it lives and is not ready. */
async function expectAway(): Promise<void> {
  const answers = await many(list);
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    Array(CALLS).fill([503, '2']),
  );
  expect([await isReady(), (await app.fetch('/livez')).ok]).toEqual([false, true]);
}

test('a database that says nothing, or what nobody understands, is waited for as long as was agreed', async () => {
  for (let round = 0; round < WAITS; round++) {
    const speaks = Promise.withResolvers<void>();
    network.setFault(round % 2 ? garbage : stallUntil(speaks.promise));
    await expectAway();
    speaks.resolve();
    network.setFault(null);
    await untilReady();
    expect((await many(list)).map(({ status }) => status)).toEqual(Array(CALLS).fill(200));
  }
});

/** What other nodes tell is swallowed; `swallowed` counts. */
function deaf(): { fault: Fault; swallowed(): number } {
  let count = 0;
  return {
    swallowed: () => count,
    fault({ bytes, from, pass }) {
      if (from === 'server' && bytes.includes('remito_hints')) count++;
      else pass();
    },
  };
}

test('a portal hears what other nodes tell once the line is back, and until then that anything may have changed', async () => {
  const stream = await openStream(app.server.url, sender.token);
  const make = () => create(crypto.randomUUID(), newOrder(), other);
  const resyncs = () => stream.events().filter(({ kind }) => kind === 'resync').length;
  const untilMore = (count: () => number, before: number) =>
    expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(before);
  over = true;
  await writers;
  for (let round = 0; round < WAITS; round++) {
    // Lost, and deaf when it is opened again; and then tried once more, not in a minute.
    const { fault, swallowed } = deaf();
    const resynced = resyncs();
    network.setFault(fault);
    network.cutAll();
    await make();
    await untilMore(swallowed, 1);
    await untilMore(resyncs, resynced);
    const wasDeaf = resyncs();
    network.setFault(null);
    await untilMore(resyncs, wasDeaf);
    const { body } = await make();
    const told = { kind: 'order', id: body.results.id };
    await expect.poll(() => stream.events(), { timeout: 30_000 }).toContainEqual(told);
  }
  stream.hangUp();
});

test('connections that died without a word are replaced, those of the jobs as well', async () => {
  for (let round = 0; round < WAITS; round++) {
    await many(list);
    network.setFault(halfOpen(network.opened()));
    while ((await many(list)).some(({ status }) => status !== 200));
    over = true;
    const form = registrationForm();
    expect((await app.call(register, { body: form })).status).toBe(200);
    await mail.mailsTo(form.email);
    network.cutAll();
    network.setFault(null);
  }
});
