import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startTestPortal, type TestPortal } from '#test/app/test-portal.ts';
import { startServerProcess } from '#test/e2e/server-process.ts';
import { rawClient } from '#test/fuzz/raw-http.ts';
import { type FakeServer, RESPONSE_FAULTS, startFakeServer } from '#test/services/fake-server.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';

const TOKEN = 'un.token.ajeno';
const authorization = `Bearer ${TOKEN}`;

let gateway: FakeServer;
let portal: TestPortal;
beforeAll(async () => {
  gateway = await startFakeServer();
  portal = await startTestPortal(`${gateway.url}/tienda`, {
    PUBLIC_URL: 'https://portal.example',
    BULK_MAX_MB: '1',
  });
  // The portal probes once which calls the gateway has.
  await gateway.firstRequest;
});
afterAll(async () => {
  await portal?.stop();
  await gateway?.stop();
});
beforeEach(() => {
  gateway.requests.length = 0;
});

describe('A request', () => {
  test('reaches the gateway unchanged, below the gateway’s path, without the headers of browser and portal', async () => {
    const sent = Buffer.from([0, 255, 13, 10, 128]);
    await portal.fetch('/api/v1/client/order/%C3%B1/cancel?filter[a]=1&filter%5Bb%5D=%20x&vacío=', {
      method: 'PUT',
      headers: {
        authorization,
        'content-type': 'application/x-raro',
        'idempotency-key': 'k-1',
        cookie: 'a=b',
        origin: 'https://portal.example',
        'x-api-key': 'clave',
        'x-forwarded-for': '9.9.9.9',
        'x-forwarded-port': '1',
        'x-real-ip': '9.9.9.9',
        'x-client-ip': '9.9.9.9',
        'true-client-ip': '9.9.9.9',
        'cf-connecting-ip': '9.9.9.9',
        'x-original-url': '/api/ops/v1/client/',
        'x-rewrite-url': '/api/ops/v1/client/',
        'x-http-method-override': 'DELETE',
        'x-invented-tomorrow': '1',
      },
      body: sent,
    });
    const [request] = gateway.requests;
    expect(request).toMatchObject({
      method: 'PUT',
      path: '/tienda/api/v1/client/order/%C3%B1/cancel?filter[a]=1&filter%5Bb%5D=%20x&vac%C3%ADo=',
    });
    expect(request?.body).toEqual(sent);
    expect(request?.headers).toMatchObject({
      authorization,
      'content-type': 'application/x-raro',
      'content-length': '5',
      'idempotency-key': 'k-1',
      host: new URL(gateway.url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'portal.example',
    });
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'idempotency-key',
      'user-agent',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
    ]);
  });

  test('above the size limit is refused, with or without a length, and an upload has a higher limit', async () => {
    gateway.answer((_, response) => response.end('{"message":"ok"}'));
    const path = '/api/v1/client/lote_order/csv_upload';
    const send = (to: string, bytes: number, streamed = false) => {
      const body = Buffer.alloc(bytes, 'a');
      const form = { authorization, 'content-type': 'multipart/form-data; boundary=x' };
      const stream = new Blob([body]).stream();
      return portal.fetch(to, {
        method: 'POST',
        headers: form,
        body: streamed ? stream : body,
        duplex: 'half',
      } as RequestInit);
    };
    const MB = 1024 * 1024;
    expect((await send(path, 1.5 * MB)).status).toBe(200);
    expect(gateway.requests.at(-1)?.body).toHaveLength(1.5 * MB);
    const refused = await send(path, 2.5 * MB);
    expect([refused.status, await refused.json()]).toEqual([
      413,
      expect.objectContaining({ message: 'Lo que enviaste es demasiado grande' }),
    ]);
    expect((await send(path, 2.5 * MB, true)).status).toBe(413);
    expect((await send('/api/v1/client/order/', 17 * MB, true)).status).toBe(413);
    expect((await send('/api/v1/client/order/', 1000, true)).status).toBe(200);
  });
});

describe('An answer', () => {
  test('is forwarded byte by byte with its content headers, without headers that control the browser', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'ñ');
    gateway.answer((_, response) =>
      response
        .writeHead(207, {
          'content-length': bytes.length,
          'content-type': 'application/x-raro',
          'content-disposition': 'attachment; filename="a.raro"',
          'cache-control': 'private, max-age=5',
          'set-cookie': 'a=b',
          'clear-site-data': '"storage"',
          'access-control-allow-origin': '*',
          'www-authenticate': 'Basic',
          'content-security-policy': "script-src 'unsafe-inline'",
        })
        .end(bytes),
    );
    const answer = await portal.fetch('/api/v1/client/order/', { headers: { authorization } });
    expect(answer.status).toBe(207);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/x-raro',
      'content-disposition': 'attachment; filename="a.raro"',
      'cache-control': 'private, max-age=5',
      'content-length': String(bytes.length),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['set-cookie', 'clear-site-data', 'access-control-allow-origin', 'www-authenticate']) {
      expect(answer.headers.has(name), name).toBe(false);
    }
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('with a redirect leads to our own host, and never to another', async () => {
    const led = async (location: string) => {
      gateway.answer((_, response) => response.writeHead(307, { location }).end());
      const { status, headers } = await portal.fetch('/api/v1/client/terms?x=1', { headers: { authorization } });
      return { status, location: headers.get('location') };
    };
    expect(await led(`${gateway.url}/tienda/api/v1/client/terms/?x=1`)).toEqual({
      status: 307,
      location: '/api/v1/client/terms/?x=1',
    });
    expect(await led('terms/')).toEqual({ status: 307, location: '/api/v1/client/terms/' });
    for (const elsewhere of [
      'http://169.254.169.254/latest',
      '//example.com/tienda/api/v1/',
      `${gateway.url}/api/otro`,
      '/tienda/',
      '/tienda/api/../x',
    ]) {
      expect(await led(elsewhere), elsewhere).toEqual({ status: 502, location: null });
    }
    expect(gateway.requests).toHaveLength(7);
  });

  test('that arrives before the end of an upload reaches the client, whose connection stays open', async () => {
    const text = '{"message":"Es mucho"}';
    const sockets: Socket[] = [];
    const hasty = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(`HTTP/1.1 413 Too Large\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
        socket.pause();
      });
    });
    await new Promise<void>((resolve) => hasty.listen(0, '127.0.0.1', resolve));
    const before = await startTestPortal(`http://127.0.0.1:${(hasty.address() as AddressInfo).port}`);
    const client = rawClient(before.server.url);
    // More repetitions than connections.
    for (let turn = 0; turn < 10; turn += 1) {
      const answer = await client.send({
        method: 'POST',
        path: '/api/v1/client/lote_order/csv_upload',
        headers: {
          authorization,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(8 * 1024 * 1024),
        },
        body: Buffer.alloc(8 * 1024 * 1024),
      });
      expect([answer.status, answer.text]).toEqual([413, text]);
    }
    client.close();
    await before.stop();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => hasty.close(resolve));
  });

  test.each(['never responds', 'closes the connection'])(
    'of a gateway that %s is our message within the timeout, and other calls succeed',
    async (fault) => {
      onTestFinished(shortenTimeouts());
      gateway.answer(RESPONSE_FAULTS[fault] as (typeof RESPONSE_FAULTS)[string]);
      const pending = portal.fetch('/api/v1/client/order/', {
        method: 'POST',
        body: '{}',
        headers: { authorization, 'content-type': 'application/json' },
      });
      expect((await portal.fetch('/api/portal/settings')).status).toBe(200);
      const answer = await pending;
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({
        message: expect.stringMatching(/^El servicio no está disponible/),
        code: 'unavailable',
      });
      expect((await portal.fetch('/readyz')).status).toBe(503);
      expect((await portal.fetch('/livez')).status).toBe(200);
    },
  );

  test('with a failure or nonsense is forwarded unchanged; a truncated one is never taken for complete', async () => {
    const ask = async (fault: string) => {
      gateway.answer(RESPONSE_FAULTS[fault] as (typeof RESPONSE_FAULTS)[string]);
      return portal.fetch('/api/v1/client/order/', { headers: { authorization } });
    };
    const failed = await ask('answers 500');
    expect([failed.status, await failed.text()]).toEqual([500, 'boom']);
    expect(await (await ask('answers garbage')).text()).toBe('<html>hola</html>');
    await expect(ask('truncates its response').then((answer) => answer.text())).rejects.toThrow();
    const endless = await ask('sends an endless response');
    await endless.body?.cancel();
  });
});

test.each([
  '/api/ops/v1/client/',
  '/api/OPS/v1/client/',
  '/api/%6Fps/v1/client/',
  '/api/%256Fps/v1/client/',
  '/api//ops/v1/client/',
  '/api/v1/client/%2e%2e/%2e%2e/ops/v1/client/',
  '/api/v1%2f..%2fops/v1/client/',
  '/api/ops;x/v1/client/',
  '/api/v1/client/order/..;/..;/..;/ops/v1/client/',
  '/api/v1/client/order/..%2f..%2f..%2fops',
  '/api/v1/client/nothing',
  '/api/v9/client/order/',
  '/api/v1/client/order\\..\\..\\ops',
  '/api/ops/v1/openapi.json',
  '/api/webhooks/mercadopago',
  '/api/openapi.json',
  '/api/service/FulFillmentEcommerceAll',
  '/api/portal/secrets',
  '/dev/correo',
  '/dev/pago/1',
])('%s is no call of a client, and the gateway gets no request', async (path) => {
  const raw = rawClient(portal.server.url);
  const answer = await raw.send({ path, headers: { 'x-api-key': 'clave' } });
  raw.close();
  expect(answer.status).toBe(404);
  expect(JSON.parse(answer.text)).toEqual({ message: 'No encontramos lo que buscás', errors: [] });
  expect(gateway.requests).toEqual([]);
});

test.each(['HEAD', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('no call has the method %s', async (method) => {
  const raw = rawClient(portal.server.url);
  expect((await raw.send({ method, path: '/api/v1/client/order/' })).status).toBe(404);
  raw.close();
  expect(gateway.requests).toEqual([]);
});

test('The portal alone starts without a database, keeps nothing on disk, and stops on SIGTERM', async () => {
  gateway.answer((_, response) => response.end('{}'));
  const server = await startServerProcess({ GATEWAY_URL: gateway.url });
  const { pid } = server.process;
  expect((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim()).toBe('');
  const page = await fetch(`${server.url}/ordenes`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await readdir(server.dataDir)).toEqual([]);
  await server.stop();
  expect(server.process.exitCode).toBe(0);
});
