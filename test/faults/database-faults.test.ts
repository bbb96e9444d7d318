import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { messages } from '#shared/kit/messages.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { register } from '#shared/people/registration.ts';
import { findAllInconsistencies } from '#test/app/consistency.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { openStream } from '#test/callers/change-stream.ts';
import type { HttpClient } from '#test/callers/http-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { createRecordingClient } from '#test/fuzz/recording-client.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { resendAll, type WriteLog, writeOrders } from '#test/isolation/order-writers.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import {
  type Fault,
  type FaultProxy,
  garbage,
  halfOpen,
  slow,
  stallUntil,
  startFaultProxy,
  truncateResponse,
} from '#test/services/fault-proxy.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';
import { scaled } from '#test/test-scale.ts';

/** Number of repetitions of quick faults. */
const ROUNDS = scaled(4, 50);
/** Number of repetitions of faults with a wait. */
const WAITS = scaled(1, 6);
/** Pauses of the network, in ms: within the timeout of a response, and within that of a start. */
const PAUSE_MS = scaled(300, 1000);
const LONG_PAUSE_MS = scaled(2500, 3000);
/** More parallel calls than connections. */
const CALLS = 20;
const CONNECTIONS = 6;
const WRITERS = 2;

const UNAVAILABLE = `503 ${messages.unavailable}`;

let mail: FakeMailServer;
/** Proxy between the node and its database. */
let network: FaultProxy;
let app: TestApp;
/** Another web node on the same database, with a reliable network. */
let other: TestApp;
let sender: Sender;

afterAll(shortenTimeouts());
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

/** Recorded responses, those of the writers included. */
let recorded: string[];
/** API client whose responses are recorded. */
let api: HttpClient;
let writes: WriteLog;
let over: boolean;
let writers: Promise<unknown>;

beforeEach(async () => {
  sender = await signUp(app, mail);
  ({ api, recorded } = createRecordingClient(app));
  writes = new Map();
  over = false;
  writers = Promise.all(Array.from({ length: WRITERS }, () => writeOrders(api, sender.token, writes, () => over)));
});

afterEach(async () => {
  // A failed test may have left a fault.
  network.setFault(null);
  over = true;
  await writers;
  // A failed call got a 503 with a message, and a repeated call was executed once.
  expect(recorded.filter((answer) => answer !== '200' && answer !== UNAVAILABLE)).toEqual([]);
  expect(await resendAll(app, sender.token, writes)).toEqual([]);
  const { body } = await app.call(listOrders, { token: sender.token, query: { limit: 10_000 } });
  expect(body.pagination.total).toBe(writes.size);
  expect(await findAllInconsistencies(app.owner)).toEqual([]);
  expect(app.server.deps.db.pool()).toMatchObject({ waiting: 0 });
});

const list = () => api.call(listOrders, { token: sender.token });
/** Creates an order, which counts like the writers' orders. */
function create(key: string, body: ReturnType<typeof newOrder>, at = api) {
  writes.set(key, { body, tracking: null, at: 0, cancelled: 'no' });
  return at.call(createOrder, { token: sender.token, body, headers: { 'idempotency-key': key } });
}
const many = <T>(call: () => Promise<T>, count = CALLS) => Promise.all(Array.from({ length: count }, call));
const statuses = async () => (await many(list)).map(({ status }) => status);
const isReady = async () => (await app.fetch('/readyz')).ok;
const untilReady = () => expect.poll(isReady).toBe(true);

/**
 * Breaks the connection at the COMMIT of the transaction that contains a word, before or after the server has received
 * it.
 */
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
    // The message begins five bytes before its text.
    pass(bytes.subarray(0, commit - 5));
    cut();
  };
}

test.each(['before', 'after'] as const)(
  'an order whose connection is cut %s the commit is created exactly once when it is sent again',
  async (when) => {
    for (let round = 0; round < ROUNDS; round++) {
      const [key, body] = [uniqueText('orden-'), newOrder()];
      network.setFault(cutsCommitOf(key, when));
      const { status } = await create(key, body);
      network.setFault(null);
      const made = await app.owner('SELECT FROM orders WHERE order_id = $1', [body.order_id]);
      expect([status, made.length]).toEqual([503, when === 'after' ? 1 : 0]);
      const again = await create(key, body);
      expect(again.body.results.order_id).toBe(body.order_id);
    }
    // Only the caller on the broken connection got an error.
    expect(recorded.filter((answer) => answer !== '200')).toHaveLength(ROUNDS);
  },
);

test('calls wait for a slow network and for a network that pauses', async () => {
  // No more parallel calls than connections: a call that waits for a connection too would time out.
  const atOnce = CONNECTIONS - WRITERS;
  network.setFault(slow(10));
  await many(list, atOnce);
  network.setFault(stallUntil(sleep(PAUSE_MS)));
  await many(list, atOnce);
  network.setFault(null);
  expect(new Set(recorded)).toEqual(new Set(['200']));
});

test('a truncated database response gives an error with a message, and the next call succeeds', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    network.setFault(truncateResponse);
    expect((await list()).status).toBe(503);
    network.setFault(null);
    await untilReady();
    expect((await list()).status).toBe(200);
  }
});

test('calls fail only while the database is unavailable', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await network.refuse(true);
    network.cutAll();
    await expectAway();
    await network.refuse(false);
    await untilReady();
    expect((await list()).status).toBe(200);
  }
});

/** Expects every call to be refused with a message, and the process to be live and not ready. */
async function expectAway(): Promise<void> {
  const answers = await many(list);
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    Array(CALLS).fill([503, '2']),
  );
  expect([await isReady(), (await app.fetch('/livez')).ok]).toEqual([false, true]);
}

test('a silent or garbled database response ends in a timeout', async () => {
  for (let round = 0; round < WAITS; round++) {
    const speaks = Promise.withResolvers<void>();
    network.setFault(round % 2 ? garbage : stallUntil(speaks.promise));
    await expectAway();
    speaks.resolve();
    network.setFault(null);
    await untilReady();
    expect(await statuses()).toEqual(Array(CALLS).fill(200));
  }
});

/** Builds a fault that swallows notifications of other nodes; `swallowed` returns their number. */
function loseNotifications(): { fault: Fault; swallowed(): number } {
  let count = 0;
  return {
    swallowed: () => count,
    fault({ bytes, from, pass }) {
      if (from === 'server' && bytes.includes('remito_changes')) count++;
      else pass();
    },
  };
}

test('a portal gets other nodes’ change events again after a reconnect, and a resync for the gap', async () => {
  const stream = await openStream(app.server.url, sender.token);
  const make = () => create(uniqueText('orden-'), newOrder(), other);
  const resyncs = () => stream.events().filter(({ kind }) => kind === 'resync').length;
  const untilMore = (count: () => number, before: number) => expect.poll(count).toBeGreaterThan(before);
  over = true;
  await writers;
  for (let round = 0; round < WAITS; round++) {
    // Notifications are lost, even after the reconnect; the next attempt follows at once, not in a minute.
    const { fault, swallowed } = loseNotifications();
    const resynced = resyncs();
    network.setFault(fault);
    network.cutAll();
    await make();
    await untilMore(swallowed, 1);
    await untilMore(resyncs, resynced);
    const before = resyncs();
    network.setFault(null);
    await untilMore(resyncs, before);
    const { body } = await make();
    const expectedEvent = { kind: 'order', id: body.results.id };
    await expect.poll(() => stream.events()).toContainEqual(expectedEvent);
  }
  stream.hangUp();
});

/** Whether to wait until the jobs notice a half-open connection, which takes 20 s. */
const WAITS_FOR_JOBS = scaled(false, true);

test(`half-open connections are replaced${WAITS_FOR_JOBS ? ', those of the jobs included' : ''}`, async () => {
  for (let round = 0; round < WAITS; round++) {
    await many(list);
    network.setFault(halfOpen(network.opened()));
    await expect.poll(statuses).toEqual(Array(CALLS).fill(200));
    over = true;
    const form = registrationForm();
    expect((await app.call(register, { body: form })).status).toBe(200);
    if (WAITS_FOR_JOBS) await mail.mailsTo(form.email);
    network.cutAll();
    network.setFault(null);
    await mail.mailsTo(form.email);
  }
});

test('a node starts although the database doesn’t answer its first connections in time', async () => {
  const busy = await startFaultProxy(wayTo(inject('databases').login));
  busy.setFault(stallUntil(sleep(LONG_PAUSE_MS)));
  const throughBusy = async (way: pg.ClientConfig) => ({ ...way, host: busy.host, port: busy.port });
  const node = await startTestApp(
    { SMTP_URL: mail.url, ROLE: 'web' },
    { wrapConnection: throughBusy, sharesDatabaseWith: app },
  );
  expect((await node.call(listOrders, { token: sender.token })).status).toBe(200);
  await node.stop();
  await busy.stop();
});
