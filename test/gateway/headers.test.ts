import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/kit/messages.ts';
import { orderLabels, shipmentLabel } from '#shared/orders/labels.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { createPopulatedClient, type PopulatedClient } from '#test/fixtures/client-factory.ts';
import { type RawClient, rawClient } from '#test/fuzz/raw-http.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const FILES = {
  'index.html': '<!doctype html><title>Portal</title>',
  'console.html': '<!doctype html><title>Consola</title>',
  'assets/app-1a2b.js': 'export {};',
  'assets/app-1a2b.js.map': '{"sources":["secret.ts"]}',
  '.env': 'JWT_SECRET=x',
  '.git/config': '[core]',
  'assets/backup.zip': 'x',
};

let app: TestApp;
let mail: FakeMailServer;
let raw: RawClient;
let portal: string;
let client: PopulatedClient;

beforeAll(async () => {
  portal = await mkdtemp(join(tmpdir(), 'remito-portal-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(join(portal, name, '..'), { recursive: true });
    await writeFile(join(portal, name), content);
  }
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, PUBLIC_URL: 'https://remito.example' }, { portal });
  raw = rawClient(app.server.url);
  client = await createPopulatedClient(app, mail, 'canario');
});
afterAll(async () => {
  raw.close();
  await app.stop();
  await mail.stop();
  await rm(portal, { recursive: true, force: true });
});

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};
const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
const PAGE = {
  ...EVERYWHERE,
  ...HSTS,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
};
const API = {
  ...EVERYWHERE,
  ...HSTS,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
};

/** Expects a response that reveals no software and allows no other origin. */
function assertSilent(headers: object): void {
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie']) {
    expect(headers).not.toHaveProperty(name);
  }
}

describe('the page', () => {
  const pages = '/consola /consola/ /consola/personal /consola/envio/a%20%C3%B1 /invitacion/abc_-1 /contrasena/abc_-1';
  test.each([...pages.split(' '), '/contrasena'])('%s is a page of the staff', async (path) => {
    const answer = await app.fetch(path);
    expect([answer.status, await answer.text()]).toEqual([200, FILES['console.html']]);
  });

  test.each([
    '/',
    '/ordenes',
    '/ordenes/detalle/7',
    '/envios/detalle/7/a%20b',
    '/password_reset/abc_-1',
    '/consolas',
    '/contrasenas',
    '/index.html?x=1',
  ])('%s', async (path) => {
    const { status, headers, text } = await raw.send({ path, headers: { origin: 'https://evil.example' } });
    expect([status, text]).toEqual([200, FILES['index.html']]);
    expect(headers).toMatchObject({
      ...PAGE,
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    assertSilent(headers);
  });

  test('allows the browser to cache files with hashed names for ever', async () => {
    const { status, headers } = await raw.send({ path: '/assets/app-1a2b.js' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ ...PAGE, 'cache-control': 'public, max-age=31536000, immutable' });
  });

  test('omits HSTS without https', async () => {
    const plain = await startTestApp({ SMTP_URL: mail.url, PUBLIC_URL: 'http://remito.example' }, { portal });
    for (const path of ['/', '/api/portal/settings']) {
      const answer = await plain.fetch(path);
      expect(answer.headers.get('strict-transport-security'), path).toBeNull();
    }
    await plain.stop();
  });
});

describe('the response is 404 for', () => {
  test.each([
    '/.env',
    '/.git/config',
    '/.git/HEAD',
    '/assets/app-1a2b.js.map',
    '/assets/backup.zip',
    '/package.json',
    '/%2e%2e%2fpackage.json',
    '/a%2fb',
    '/a%5Cb',
    '/a%252e',
    '/a%0d%0ab',
    '/..%2f..%2fetc/passwd',
    '/../package.json',
    '/assets/../.env',
    '/assets/%2e%2e/.env',
    '//etc/passwd',
    '/%00',
    '/index.html%00.js',
    '/%zz',
    '/%',
    '/a\\b',
    '/server/main.ts',
    '/dev/correo',
    '/dev/correo/1',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/client/order/..%2f..',
    '/api/docs',
    '/api/ops/v1',
    '/api/ops/v1/docs',

    `/${'a/'.repeat(20)}b.c`,
    '/api/v1/client/order/%zz',
    `/api/v1/client/order/${'x'.repeat(260)}`,
    '/graphql.json',
  ])('%s', async (path) => {
    const headers = { authorization: `Bearer ${client.token}` };
    const answer = await raw.send({ path, headers });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([404, { message: messages.notFound, errors: [] }]);
    expect(answer.headers).toMatchObject(API);
    assertSilent(answer.headers);
  });

  test.each(['TRACE', 'OPTIONS', 'DELETE', 'PATCH', 'HEAD'])('%s of a call', async (method) => {
    const headers = { authorization: `Bearer ${client.token}`, origin: 'https://evil.example' };
    const answer = await raw.send({ method, path: '/api/v1/client/order/', headers });
    expect(answer.status).toBe(404);
    assertSilent(answer.headers);
  });
});

describe('the API', () => {
  test('sends the same headers with successes, refusals, errors and unknown paths', async () => {
    const token = { authorization: `Bearer ${client.token}` };
    const json = { ...token, 'content-type': 'application/json' };
    const requests = [
      { path: '/api/v1/client/order/', headers: token },
      { path: '/api/v1/client/order/' },
      { path: '/api/v1/client/order/999', headers: token },
      { path: '/api/v1/client/order/', method: 'POST', headers: json, body: '{' },
      { path: '/api/v1/client/order/', method: 'POST', headers: json, body: '{}' },
      { path: '/api/portal/settings' },
      { path: '/api/openapi.json' },
      { path: '/api/ops/v1/client/', headers: { 'x-api-key': PROVIDER_KEY } },
      { path: '/api/ops/v1/client/' },
      { path: '/api/ops/v1/openapi.json', headers: { 'x-api-key': PROVIDER_KEY } },
      { path: '/readyz' },
    ];
    for (const request of requests) {
      const { headers } = await raw.send(request);
      expect(headers, request.path).toMatchObject(API);
      assertSilent(headers);
    }
  });

  test('sends a label with a safe file name, uncached, without a document policy', async () => {
    const params = { id: client.ids.tracking, orderId: client.marker };
    const { status, headers } = await app.call(orderLabels, { token: client.token, params });
    expect(status).toBe(200);
    const all = Object.fromEntries(headers);
    expect(all).toMatchObject({
      ...EVERYWHERE,
      'cache-control': 'no-store',
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="etiquetas-${client.ids.tracking}.pdf"; filename*=UTF-8''etiquetas-${client.ids.tracking}.pdf`,
    });
    expect(all).not.toHaveProperty('content-security-policy');
    assertSilent(all);
  });

  test('counts no label as printed after a HEAD request', async () => {
    const other = await createPopulatedClient(app, mail, 'otro');
    const { label } = other.ids;
    const path = `/api${shipmentLabel.path.replace(':id', label).replace(':shipmentId', label)}`;
    // Refused before the handler, which would count the label once its response is sent.
    const { status } = await raw.send({ method: 'HEAD', path, headers: { authorization: `Bearer ${other.token}` } });
    expect(status).toBe(404);
    const { body } = await app.call(listOrders, { token: other.token });
    expect(body.results[0]?.printed_by_client).toBe(false);
  });
});
