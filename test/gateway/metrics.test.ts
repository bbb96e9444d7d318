import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBaseServer, recordRequestMetrics } from '#server/base-server.ts';
import { createMetrics } from '#server/cluster/metrics.ts';
import { createServer } from '#server/platform/http/server.ts';
import { createLog } from '#server/platform/log.ts';
import { createEgress } from '#server/platform/network/egress.ts';
import { changeStream } from '#shared/kit/change-events.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { login } from '#shared/people/access.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { startFakeServer } from '#test/services/fake-server.ts';
import { bulkText, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';

let mail: FakeMailServer;
let app: TestApp;
let other: TestApp;
let sender: Sender;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, METRICS_PORT: '0' });
  other = await startTestApp({ METRICS_PORT: '0' });
  sender = await signUp(app, mail);
});
afterAll(async () => {
  await app?.stop();
  await other?.stop();
  await mail?.stop();
});

const textOf = async (one: TestApp) => (await fetch(one.server.metricsUrl ?? '')).text();

/** Returns a metric's value; 0 for a missing one. */
async function figure(name: string, one = app): Promise<number> {
  const line = (await textOf(one)).split('\n').find((text) => text.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const orders = 'remito_http_requests_total{route="/api/v1/client/order/",method="GET",status="2xx"}';

test('requests are counted by their route’s pattern, and never by a visitor’s input', async () => {
  const before = await figure(orders);
  await app.call(listOrders, { token: sender.token });
  await app.call(listOrders, { token: sender.token, query: { limit: 1 } });
  await app.call(readOrder, { token: sender.token, params: { id: 998877 } });
  for (const path of [
    '/api/inventada/30111222',
    '/wp-login.php',
    '/api/v1/client/order/998877/nada?email=ana@example.com',
  ]) {
    await app.fetch(path);
  }
  expect(await figure(orders)).toBe(before + 2);
  expect(await figure('remito_http_request_duration_seconds_count{route="/api/v1/client/order/",method="GET"}')).toBe(
    before + 2,
  );
  const text = await textOf(app);
  expect(text).toContain('remito_http_requests_total{route="/api/v1/client/order/:id",method="GET",status="4xx"} 1');
  expect(text).toContain('remito_http_requests_total{route="unmatched",method="any",status="4xx"} 3');
  const [{ client_id: clientId = 0 } = {}] = await app.owner<{ client_id: number }>('SELECT client_id FROM clients');
  // The figures may contain the same digits by chance.
  const names = text.replaceAll(/ \S+$/gm, '');
  for (const word of ['inventada', 'wp-login', '998877', 'example.com', sender.username, String(clientId)]) {
    expect(names).not.toContain(word);
  }
});

test('servers in one process have separate metrics, and the public port serves none', async () => {
  expect(await figure(orders, other)).toBe(0);
  for (const path of ['/metrics', '/api/metrics']) expect((await app.fetch(path)).status).toBe(404);
  expect((await fetch(`${app.server.metricsUrl}/x`)).status).toBe(404);
  expect((await fetch(app.server.metricsUrl ?? '', { method: 'POST' })).status).toBe(404);
  const unwatched = await startTestApp();
  expect(unwatched.server.metricsUrl).toBeNull();
  await unwatched.stop();
});

test('mails, refused logins, rows of uploads and open streams are counted', async () => {
  expect(await figure('remito_mails_total{outcome="sent"}')).toBe(1);
  await app.call(login, { body: { _username: sender.username, _password: 'otra cosa' } });
  await app.call(login, { body: { _username: 'nadie', _password: 'otra cosa' } });
  expect(await figure('remito_logins_failed_total')).toBe(2);
  const { body } = await upload(app, sender.token, bulkText(manyCells(7)));
  await finished(app, sender.token, body.results.id);
  expect(await figure('remito_batch_rows_total')).toBe(7);

  expect(await figure('remito_live_streams')).toBe(0);
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${sender.token}` };
  await app.fetch(`/api${changeStream.path}`, { headers, signal: leave.signal });
  expect(await figure('remito_live_streams')).toBe(1);
  leave.abort();
  await expect.poll(() => figure('remito_live_streams')).toBe(0);
  // An open stream of an hour doesn't count as a slow response.
  expect(await textOf(app)).not.toContain(`duration_seconds_count{route="/api${changeStream.path}"`);
});

test('the pool, the queues and the process have metrics', async () => {
  const text = await textOf(app);
  for (const state of ['used', 'idle', 'waiting']) expect(text).toMatch(`remito_database_pool{state="${state}"} `);
  for (const state of ['waiting', 'active', 'failed']) {
    expect(text).toMatch(`remito_jobs{queue="access-mail",state="${state}"} `);
  }
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
    expect(text).toMatch(new RegExp(`^${name} `, 'm'));
  }
});

test('external services are counted by result, with the state of their circuit breaker', async () => {
  const outside = await startFakeServer();
  const metrics = createMetrics();
  const egress = createEgress({
    origins: [outside.url],
    allowPrivateNetwork: true,
    meter: metrics.egress('warehouse'),
  });
  await egress(outside.url);
  expect(await metrics.text()).toContain('remito_egress_circuit_open{service="warehouse"} 0');
  outside.answer((_, response) => response.writeHead(500).end());
  for (let n = 0; n < 5; n++) await egress(outside.url);
  await expect(egress(outside.url)).rejects.toThrow();
  await outside.stop();
  const text = await metrics.text();
  for (const [outcome, count] of [
    ['2xx', 1],
    ['5xx', 5],
    ['circuit open', 1],
  ]) {
    expect(text).toContain(`remito_egress_requests_total{service="warehouse",outcome="${outcome}"} ${count}`);
  }
  expect(text).toContain('remito_egress_circuit_open{service="warehouse"} 1');
});

test('requests that an overloaded process refuses are counted as shed, and logged as warnings without a stack', async () => {
  const metrics = createMetrics();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const http = createServer({ log, trustProxy: '', maxRssBytes: 1 });
  recordRequestMetrics(http, metrics);
  http.get('/x', async () => 'x');
  // The load is measured once a second.
  await expect.poll(async () => (await http.inject('/x')).statusCode).toBe(503);
  await http.close();
  expect(await metrics.text()).toContain('remito_http_shed_total 1');
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ level, msg, route, stack }) => [level, msg, route, stack])).toEqual([
    [40, 'request refused: the process is overloaded', '/x', undefined],
  ]);
});

test('connections beyond the maximum are closed and counted, and one is accepted again after another ends', async () => {
  const metrics = createMetrics();
  const config = { ...app.server.deps.config, MAX_CONNECTIONS: 1 };
  const { http } = createBaseServer({ config, log: createLog('silent'), metrics });
  http.get('/x', async () => 'x');
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const begin = () => connect(port, '127.0.0.1').on('error', () => {});
  const accepted = once(http.server, 'connection');
  const first = begin();
  const [served] = await accepted;
  await once(begin(), 'close');
  const ended = once(served, 'close');
  first.destroy();
  await ended;
  const third = begin();
  third.end('GET /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  expect(await text(third)).toMatch(/^HTTP\/1\.1 200 /);
  await http.close();
  expect(await metrics.text()).toContain('remito_http_connections_refused_total 1');
});
