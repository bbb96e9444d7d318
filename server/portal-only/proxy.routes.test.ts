import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '#test/app/test-portal.ts';
import { type FakeServer, startFakeServer } from '#test/services/fake-server.ts';

let gateway: FakeServer;
let portal: TestPortal;
beforeAll(async () => {
  gateway = await startFakeServer();
  gateway.answer((_, response) => response.end('{"message":"ok"}'));
  portal = await startTestPortal(gateway.url);
});
afterAll(async () => {
  await portal?.stop();
  await gateway?.stop();
});

const UPLOAD = '/api/v1/client/lote_order/csv_upload';
const ORDERS = '/api/v1/client/order/';

test.each([undefined, 'Basic YTpi'])(
  'a call that needs a session and has no bearer token (%s) is refused at once; a public call reaches the gateway',
  async (authorization) => {
    const headers = { ...(authorization && { authorization }) };
    // The upload never ends.
    const answer = await portal.fetch(UPLOAD, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      body: new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1000)) }),
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      expect.objectContaining({ message: 'Tu sesión terminó. Ingresá de nuevo' }),
    ]);
    expect((await portal.fetch(ORDERS, { headers })).status).toBe(401);
    expect((await portal.fetch('/api/login', { method: 'POST', headers })).status).toBe(200);
    const paths = gateway.requests.map(({ path }) => path);
    expect(paths).toContain('/api/login');
    expect(paths.filter((path) => path === UPLOAD || path === ORDERS)).toEqual([]);
  },
);
