import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';
import { closeGracefully } from './graceful-close.ts';
import { healthRoutes } from './health.routes.ts';
import { createServer, type ServerOptions } from './server.ts';

let http: FastifyInstance;
const lines: string[] = [];
afterEach(async () => {
  http.server.closeAllConnections();
  await http.close();
});

/** Starts a server with a few routes. @returns its port */
async function listen(options: Partial<ServerOptions> = {}): Promise<number> {
  // No memory limit by default: the server shares its process with the tests.
  http = createServer({
    log: createLog('info', { write: (line) => lines.push(line) }),
    trustProxy: '',
    maxRssBytes: 0,
    ...options,
  });
  http.post('/api/echo', async ({ body }) => body);
  http.post('/api/patient', { config: { bodyTimeoutMs: MINUTE_MS } as object }, async ({ body }) => body);
  http.post('/api/closed', { config: { upload: true, bodyTimeoutMs: MINUTE_MS } as object }, async () => {
    throw new Failure(401, 'No');
  });
  http.get('/api/who', async ({ ip }) => ({ ip }));
  http.get('/api/slow', async (_, reply) => reply.send(Readable.from(slowly())));
  healthRoutes(http, async () => {}, { dataComplete: true, draining: false });
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as { port: number }).port;
}

/** The response of `/api/slow` is incomplete until this is resolved. */
const pause = Promise.withResolvers<void>();

async function* slowly() {
  yield 'uno ';
  await pause.promise;
  yield 'dos';
}

/** Sends bytes and reads until the server closes the connection. */
async function exchange(port: number, ...sent: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  for (const part of sent) socket.write(part);
  return text(socket);
}

const begun = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":`;

test('a slow body is answered with 408, and its connection closed', async () => {
  const port = await listen({ bodyTimeoutMs: 200 });
  const answer = await exchange(port, begun('/api/echo'));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer).toContain('{"message":"El envío de los datos tardó demasiado. Probá de nuevo","errors":[]}');
});

test('a request whose headers never end is answered with 408, and its connection closed', async () => {
  const port = await listen({ headersTimeoutMs: 200 });
  const answer = await exchange(port, 'GET /api/who HTTP/1.1\r\nhost: a\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*connection: close/);
  expect(answer).toContain('{"message":"El envío de los datos tardó demasiado. Probá de nuevo","errors":[]}');
});

test('a route may allow more time for the body', async () => {
  const port = await listen({ bodyTimeoutMs: 50 });
  const socket = connect(port, '127.0.0.1');
  const requested = once(http.server, 'request');
  socket.write(begun('/api/patient').replace('host: a', 'host: a\r\nconnection: close'));
  await requested;
  // The usual time of this later request ends after that of the first one.
  expect(await exchange(port, begun('/api/echo'))).toMatch(/^HTTP\/1\.1 408 /);
  socket.write('1}');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"a":1\}$/);
});

test('senders that disconnect in the middle of a body don’t disturb other calls', async () => {
  const port = await listen({ bodyTimeoutMs: 100 });
  await Promise.all(
    Array.from({ length: 50 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      return new Promise((resolve) => socket.write(begun('/api/echo'), () => resolve(socket.resetAndDestroy())));
    }),
  );
  const logged = () => lines.map((line) => JSON.parse(line));
  await expect.poll(logged).toContainEqual(expect.objectContaining({ level: 30, msg: 'the client disconnected' }));
  const answer = await fetch(`http://127.0.0.1:${port}/api/who`);
  expect(answer.status).toBe(200);
  expect(logged().filter(({ level, stack }) => level > 30 || stack)).toEqual([]);
});

const upload = (length: number) =>
  `POST /api/closed HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n`;

test('a file without a login is refused at once, and the connection of a sender that goes on is closed', async () => {
  onTestFinished(shortenTimeouts());
  const port = await listen();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(upload(1e9));
  const drip = setInterval(() => socket.write('x'.repeat(100)), 20);
  const answer = await text(socket);
  clearInterval(drip);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer).toMatch(/\{"message":"No","errors":\[\]\}$/);
});

test('a sender that disconnects in the middle of a refused file leaves no open connection', async () => {
  const usual = TIMEOUTS.refusedBody;
  // An open connection would wait for the rest of the file longer than this test.
  TIMEOUTS.refusedBody = HOUR_MS;
  onTestFinished(() => {
    TIMEOUTS.refusedBody = usual;
  });
  const port = await listen();
  const socket = connect(port, '127.0.0.1');
  const accepted = once(http.server, 'connection');
  socket.write(upload(1e9));
  const [connection] = await accepted;
  await once(socket, 'data');
  socket.destroy();
  await once(connection, 'close');
});

test('a connection that was opened in advance and not used doesn’t delay the end', async () => {
  const port = await listen();
  // Without a timeout, nothing else ends the connection.
  http.server.setTimeout(0);
  const accepted = once(http.server, 'connection');
  connect(port, '127.0.0.1');
  const [connection] = await accepted;
  const closed = http.close();
  await expect.poll(() => connection.destroyed).toBe(true);
  await closed;
});

test('a connection whose request arrives while the server ends gets its answer', async () => {
  const port = await listen();
  const accepted = once(http.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await accepted;
  const closed = http.close();
  await nextTurn();
  socket.write('GET /api/who HTTP/1.1\r\nhost: a\r\n\r\n');
  // A process without a turn of the processor notices the end of the wait and the request at the same time.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  await closed;
});

test('a request that never ends doesn’t prevent the end', async () => {
  onTestFinished(shortenTimeouts());
  const port = await listen();
  const socket = connect(port, '127.0.0.1');
  const requested = once(http.server, 'request');
  socket.write(begun('/api/patient'));
  await requested;
  const ended = once(socket, 'close');
  await closeGracefully(http.server, () => http.close());
  await ended;
});

test('the sender of a short refused file reads the whole response', async () => {
  const port = await listen({ maxEventLoopDelayMs: 0 });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => exchange(port, upload(4_000_000), 'x'.repeat(4_000_000))),
  );
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*\{"message":"No","errors":\[\]\}$/);
});

test.each([
  'host: a\r\nhost: b',
  'host: a\r\nHost: a',
  'host: a/b',
  'host: a b',
  'host: a,b',
  'host: usuario@a',
  'host: a:port',
])('a request with %j is answered with 400', async (hosts) => {
  const port = await listen();
  expect(await exchange(port, `GET /api/who HTTP/1.1\r\n${hosts}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
});

test.each(['a', 'a:80', 'tienda_1.example.com:8443', '127.0.0.1:3000', '[::1]:3000'])(
  'host %s is accepted',
  async (host) => {
    const port = await listen();
    const answer = await exchange(port, `GET /api/who HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test('an overloaded server refuses calls with 503, and its liveness probe still succeeds', async () => {
  const port = await listen({ maxRssBytes: 1 });
  const call = () => fetch(`http://127.0.0.1:${port}/api/who`);
  // The server measures its load once a second.
  await expect.poll(async () => (await call()).status).toBe(503);
  const refused = await call();
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toEqual({
    message: 'El servicio no está disponible en este momento. Probá de nuevo en unos segundos',
    errors: [],
    code: 'unavailable',
  });
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
});

test('a malformed request is answered with the JSON of failures', async () => {
  const port = await listen();
  const broken = await exchange(port, 'GET /api/who HTTP/9.9\r\n\r\n');
  expect(broken).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"message":"[^"]+","errors":\[\]\}$/);
  const large = await exchange(port, `GET /api/who HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(large).toMatch(/^HTTP\/1\.1 431 /);
});

test.each(['/%61pi/who', 'http://a/api/who'])('%s is answered with the headers of the API', async (path) => {
  const port = await listen();
  const answer = (await exchange(port, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)).toLowerCase();
  expect(answer).toMatch(/^http\/1\.1 200 /);
  expect(answer).toContain('cache-control: no-store');
  expect(answer).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'");
});

test('forwarded addresses are trusted only from configured proxies', async () => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' } };
  const direct = await listen();
  expect(await (await fetch(`http://127.0.0.1:${direct}/api/who`, forwarded)).json()).toEqual({ ip: '127.0.0.1' });
  await http.close();
  const behind = await listen({ trustProxy: '127.0.0.1, 10.0.0.0/8' });
  expect(await (await fetch(`http://127.0.0.1:${behind}/api/who`, forwarded)).json()).toEqual({ ip: '198.51.100.9' });
});

test('malformed bytes during a response don’t change that response, and the connection is closed after it', async () => {
  const port = await listen();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /api/slow HTTP/1.1\r\nhost: a\r\n\r\n');
  const received = text(socket);
  await once(socket, 'data');
  for (const bytes of ['nonsense\r\n', 'more of it\r\n\r\n']) {
    const noticed = once(http.server, 'clientError');
    socket.write(bytes);
    await Promise.race([noticed, received]);
  }
  pause.resolve();
  const answer = await received;
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(answer).toMatch(/\r\n4\r\nuno \r\n3\r\ndos\r\n0\r\n\r\n$/);
});
