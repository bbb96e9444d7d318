import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { notifications } from '#server/integrations/payment/checkout-webhook.ts';
import { createLog } from '#server/platform/log.ts';
import { type RunningServer, startServer } from '#server/start.ts';
import { readBatch, uploadBatch } from '#shared/bulk/batches.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { login, recover } from '#shared/people/access.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { openStream } from '#test/callers/change-stream.ts';
import { createHttpClient, type HttpClient } from '#test/callers/http-client.ts';
import { loadExampleData, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type FakeServer, startFakeServer } from '#test/services/fake-server.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';
import { bulkText, fileForm, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';

let mail: FakeMailServer;
let database: TestDatabase;
let nodes: RunningServer[];
/** Two web nodes and one worker. */
let a: HttpClient;
let b: HttpClient;
let worker: RunningServer;
/** Fake proxy at PUBLIC_URL. */
let proxy: FakeServer;
let now = new Date('2026-08-03T12:00:00Z');

async function start(role: 'web' | 'worker'): Promise<RunningServer> {
  const config = readConfig({
    ROLE: role,
    PORT: '0',
    DEMO: '0',
    REGISTRATION: 'open',
    PUBLIC_URL: proxy.url,
    SMTP_URL: mail.url,
    SHED_AFTER_MS: '0',
    METRICS_PORT: '0',
    DRAIN_SECONDS: role === 'web' ? '2' : '0',
    JWT_SECRET: 'a secret that all nodes of the test share',
    SECRETS_KEY: TEST_SECRETS_KEY,
    OPS_API_KEY: PROVIDER_KEY,
    LOG_LEVEL: 'silent',
  });
  return startServer(config, {
    log: createLog('silent'),
    clock: () => now,
    portal: null,
    verifyReplies: true,
    database,
  });
}

/** Queries as the tables' owner. */
async function look(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.owner);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  mail = await startFakeMailServer();
  proxy = await startFakeServer();
  database = await createTestDatabase(inject('databases'), { empty: true });
  nodes = await Promise.all(
    (['web', 'web', 'web', 'web', 'web', 'web', 'web', 'worker'] as const).map((role) => start(role)),
  );
  await Promise.all(nodes.slice(0, -1).map(({ url }) => loadExampleData(url)));
  const [one, two] = nodes as [RunningServer, RunningServer];
  [a, b] = [createHttpClient(one.url), createHttpClient(two.url)];
  worker = nodes.pop() as RunningServer;
});
afterAll(async () => {
  await Promise.all([...nodes, worker].map((node) => node.stop()));
  await database.stop();
  await proxy.stop();
  await mail.stop();
});

test('eight nodes that start at once on an empty database create the example data once', async () => {
  expect(
    await look(`SELECT (SELECT count(*)::int FROM tariffs) AS tariffs, (SELECT count(*)::int FROM terms) AS terms,
      (SELECT count(*)::int FROM provider_keys WHERE revoked_at IS NULL) AS keys,
      (SELECT count(*) = count(DISTINCT code) FROM pickup_points) AS points`),
  ).toEqual([{ tariffs: 1, terms: 1, keys: 1, points: true }]);
  await Promise.all(nodes.splice(2).map((node) => node.stop()));
});

test('a worker serves only its health checks', async () => {
  const status = async (path: string) => (await fetch(`${worker.url}${path}`)).status;
  expect([await status('/livez'), await status('/readyz')]).toEqual([200, 200]);
  expect([await status('/api/v1/client/order/'), await status('/api/openapi.json'), await status('/')]).toEqual([
    404, 404, 404,
  ]);
  expect(await status('/metrics')).toBe(404);
});

const figures = async (node: RunningServer | undefined) => (await fetch(node?.metricsUrl ?? '')).text();

test('a worker serves metrics on a separate port, like every node', async () => {
  const { email } = await signUp(a, mail);
  expect(await mail.mailsTo(email)).toHaveLength(1);
  await expect.poll(() => figures(worker)).toMatch(/^remito_mails_total\{outcome="sent"\} [1-9]/m);
  for (const name of ['remito_jobs{', 'remito_database_pool{', 'process_resident_memory_bytes ']) {
    expect(await figures(worker)).toContain(`\n${name}`);
  }
  expect(await figures(nodes[0])).not.toMatch(/^remito_mails_total/m);
});

test('a change at one node reaches the portals of the other', async () => {
  const { token } = await signUp(a, mail);
  const stream = await openStream(nodes[1]?.url ?? '', token);
  const { body } = await a.call(createOrder, { token, body: newOrder() });
  expect(await stream.untilEvents(1)).toEqual([{ kind: 'order', id: body.results.id }]);
  stream.hangUp();
});

test('wrong passwords on all nodes count towards one rate limit', async () => {
  const { username, password } = await signUp(a, mail);
  const attempt = (at: HttpClient, _password: string) =>
    at.call(login, { body: { _username: username, _password } }).then(({ status }) => status);
  for (const at of [a, b, a, b, a, b]) expect(await attempt(at, 'equivocada')).toBe(400);
  expect([await attempt(a, password), await attempt(b, password)]).toEqual([400, 400]);
  now = new Date(now.getTime() + MINUTE_MS);
  expect(await attempt(b, password)).toBe(200);
});

test('mails of all nodes count towards one rate limit', async () => {
  const { email } = await signUp(a, mail);
  now = new Date(now.getTime() + MINUTE_MS);
  expect((await a.call(recover, { body: { email } })).status).toBe(200);
  expect((await b.call(recover, { body: { email } })).status).toBe(429);
});

test('uploads on all nodes count towards one rate limit', async () => {
  const { token } = await signUp(b, mail);
  const tried = async (at: HttpClient) => (await at.call(uploadBatch, { token, form: fileForm('') })).status;
  for (let n = 0; n < 10; n++) expect([await tried(a), await tried(b)]).toEqual([422, 422]);
  expect([await tried(a), await tried(b)]).toEqual([429, 429]);
});

test('a bulk upload to one web node is processed by the worker and readable at the other node', async () => {
  const { token } = await signUp(a, mail);
  await worker.stop();
  const { body } = await upload(a, token, bulkText(manyCells(300)));
  const waiting = await b.call(readBatch, { token, params: { id: body.results.id } });
  expect(waiting.body.estado).toBe('Pendiente');
  worker = await start('worker');
  expect(await finished(b, token, body.results.id)).toMatchObject({ ordenes: 300, estado: 'Procesado' });
  const rows = (await Promise.all([...nodes, worker].map(figures))).map(
    (text) => /^remito_batch_rows_total (\d+)$/m.exec(text)?.[1],
  );
  expect(rows).toEqual(['0', '0', '300']);
});

test('a worker calls the web nodes at their public address', async () => {
  const { db, jobs } = worker.deps;
  await db.withoutClient((trx) => jobs.enqueue(trx, notifications, { attempt: 7, reference: 'R' }));
  await expect.poll(() => proxy.requests[0]?.path).toMatch(/^\/api\/webhooks\/mercadopago\?.*data.id=7/);
});

test('a stopping node first reports that it stops, then refuses only reads, and closes each connection after the response', async () => {
  const { token } = await signUp(a, mail);
  const leaving = await start('web');
  const at = createHttpClient(leaving.url);
  const read = () =>
    at.call(listOrders, { token }).then(
      ({ status, headers }) => `${status} ${headers.get('connection')}`,
      () => 'gone',
    );
  expect(await read()).toBe('200 keep-alive');
  const stopped = leaving.stop();
  expect((await at.fetch('/readyz')).status).toBe(503);
  const seen = [await read()];
  while (seen.at(-1) === '200 close') {
    // Below the rate limit per second.
    await new Promise((resolve) => setTimeout(resolve, 20));
    seen.push(await read());
  }
  expect(seen[0]).toBe('200 close');
  expect(seen.at(-1)).toBe('502 close');
  expect((await at.call(createOrder, { token, body: newOrder() })).status).toBe(200);
  expect((await at.fetch('/livez')).status).toBe(200);
  await stopped;
  expect(await read()).toBe('gone');
});
