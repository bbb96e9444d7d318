import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawClient, rawClient } from '#test/fuzz/raw-http.ts';
import { startTestApp, type TestApp } from './test-app.ts';

describe('a demonstration on one machine', () => {
  let app: TestApp;
  let raw: RawClient;
  const lines: string[] = [];
  beforeAll(async () => {
    const settings = { DEMO: '1', SMTP_URL: '', LOG_LEVEL: 'warn' };
    app = await startTestApp(settings, { onLog: (line) => lines.push(line) });
    raw = rawClient(app.server.url);
  });
  afterAll(async () => {
    raw?.close();
    await app?.stop();
  });

  const statusOf = async (headers: Record<string, string>, path = '/api/portal/settings') =>
    (await raw.send({ path, headers })).status;

  const ANSWERED: Record<string, string>[] = [
    {},
    { host: 'localhost:3000' },
    { host: 'LOCALHOST.' },
    { host: '127.0.0.1' },
    { host: '[::1]:3000' },
    { host: 'localhost', 'x-forwarded-host': 'localhost:5173', 'x-forwarded-for': '127.0.0.1' },
    { host: 'localhost', forwarded: 'for="[::1]:4711";host=localhost;proto=https' },
    { host: 'localhost', origin: 'http://localhost:5173' },
    { host: 'localhost', origin: 'null' },
  ];
  test.each(ANSWERED)('answers %o', async (headers) => {
    expect(await statusOf(headers)).toBe(200);
  });

  const REFUSED: Record<string, string>[] = [
    { host: 'envios.example.com' },
    { host: 'localhost.evil.example' },
    { host: '0.0.0.0:3000' },
    { host: '10.0.0.5:3000' },
    { host: 'localhost', 'x-forwarded-host': 'envios.example.com' },
    { host: 'localhost', 'x-forwarded-host': 'localhost, envios.example.com' },
    { host: 'localhost', forwarded: 'for=127.0.0.1;host="envios.example.com:443"' },
    { host: 'localhost', forwarded: 'For=203.0.113.7' },
    { host: 'localhost', forwarded: 'for=_hidden' },
    { host: 'localhost', 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
    { host: 'localhost', 'x-real-ip': '203.0.113.7' },
    { host: 'localhost', origin: 'https://envios.example.com' },
  ];
  test.each(REFUSED)('refuses %o with 421 and a message about DEMO', async (headers) => {
    const answer = await raw.send({ path: '/api/portal/settings', headers });
    expect(answer.status).toBe(421);
    expect(JSON.parse(answer.text)).toEqual({
      message:
        'Esta demostración sólo contesta en su propia máquina (localhost). Quien la administra puede usarla de verdad con DEMO=0, o mostrarla a otros con DEMO=1, PUBLIC_URL y SMTP_URL',
      errors: [],
    });
  });

  test.each([
    '/',
    '/login',
    '/dev/correo',
    '/dev/correo/1',
    '/seguimiento',
    '/livez',
    '/api/openapi.json',
    '/nada.php',
  ])('shows nothing of %s to another host', async (path) => {
    expect(await statusOf({ host: 'envios.example.com' }, path)).toBe(421);
  });

  test('refuses an HTTP/1.0 request without a host', async () => {
    const { hostname, port } = new URL(app.server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.end('GET /dev/correo HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.\d 421 /);
  });

  test('logs a request with another host, once', () => {
    const refusals = lines.filter((line) => line.includes('refused a request for another host'));
    expect(refusals).toHaveLength(1);
  });
});

describe('a public demonstration', () => {
  let app: TestApp;
  let raw: RawClient;
  beforeAll(async () => {
    app = await startTestApp({ DEMO: '1', PUBLIC_URL: 'https://demo.example.com' });
    raw = rawClient(app.server.url);
  });
  afterAll(async () => {
    raw?.close();
    await app?.stop();
  });

  test('answers at its public address and on its own machine, to all visitors', async () => {
    const headers: Record<string, string>[] = [
      { host: 'demo.example.com', 'x-forwarded-for': '203.0.113.7', origin: 'https://demo.example.com' },
      { host: 'localhost', 'x-forwarded-host': 'Demo.Example.com:443', 'x-real-ip': '203.0.113.7' },
      { host: '127.0.0.1:3000' },
    ];
    for (const one of headers)
      expect((await raw.send({ path: '/api/portal/settings', headers: one })).status).toBe(200);
  });

  test('refuses every other host', async () => {
    const { status, text } = await raw.send({ path: '/api/portal/settings', headers: { host: 'envios.example.com' } });
    expect(status).toBe(421);
    expect(JSON.parse(text).message).toBe('Esta demostración (DEMO=1) sólo contesta en https://demo.example.com');
  });

  test('identifies itself as a demonstration on the tracking pages and to the portal', async () => {
    const { text } = await raw.send({ path: '/seguimiento', headers: {} });
    expect(text).toContain('Demostración: los datos son inventados');
    const settings = await raw.send({ path: '/api/portal/settings', headers: {} });
    expect(JSON.parse(settings.text)).toMatchObject({ demo: true, public_demo: true });
  });

  test('has no mailbox', async () => {
    expect((await raw.send({ path: '/dev/correo', headers: {} })).status).toBe(404);
  });
});

test('a production installation answers for every host', async () => {
  const app = await startTestApp();
  const raw = rawClient(app.server.url);
  expect((await raw.send({ path: '/livez', headers: { host: 'envios.example.com' } })).status).toBe(200);
  raw.close();
  await app.stop();
});
