import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { labelToZpl } from '#shared/orders/label-conversion.ts';
import { startTestPortal, type TestPortal } from '#test/app/test-portal.ts';
import { type FakeServer, startFakeServer } from '#test/services/fake-server.ts';

const TOKEN = 'un.token.ajeno';

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

describe('A label’s picture', () => {
  const convert = async (png_label: string) => {
    gateway.answer(({ path }, response) => {
      response.setHeader('content-type', 'application/json');
      if (path.endsWith('/user/')) response.end('{"results":{"username":"ana","terms_accepted":true}}');
      else if (path.includes('/delivery_mode/')) response.end('{"results":[]}');
      else response.writeHead(404).end('{}');
    });
    const answer = await portal.fetch(`/api${labelToZpl.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ png_label, fo_x: 10, fo_y: 10 }),
    });
    expect(answer.status, png_label).toBe(422);
    return gateway.requests.filter(({ path }) => !/user|delivery_mode/.test(path));
  };

  test.each([
    '/api/v1/client/order/print/7/A-1.png',
    '/tienda/api/v1/client/shipping/print/7/7K-1.png?size=2',
    '/api/v1/client/order/print/7/12%2F2026.png',
  ])('is fetched at %s as the caller', async (path) => {
    const [request] = await convert(path);
    expect(request).toMatchObject({
      path: path.startsWith('/tienda') ? path : `/tienda${path}`,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
  });

  test('is fetched at its public address without the caller’s bearer', async () => {
    const [request] = await convert(`${gateway.url}/tienda/api/v1/public/label/a-b.png`);
    expect(request?.path).toBe('/tienda/api/v1/public/label/a-b.png');
    expect(request?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    '/api/v1/client/order/',
    '/api/v1/client/order/7',
    '/api/ops/v1/client/',
    '/api/v1/client/order/print/7/A-1.pdf',
    '/api/v1/client/order/print/../../../../ops/x.png',
    '/api/v1/client/order/print/7/..%2f..%2f..%2fops%2fx.png',
    '/api/v1/client/order/print/7;x/A-1.png',
    '/api/v1/client/order/cancel.png',
    '/x.png',
    '/api/v1/public/label/a/b.png',
    '/otra/api/v1/public/label/a.png',
    '//example.com/tienda/api/v1/public/label/a.png',
  ])('is fetched by nobody at %s', async (path) => {
    expect(await convert(path)).toEqual([]);
    expect(await convert(`${gateway.url}${path}`)).toEqual([]);
    expect(await convert(`${gateway.url}/tienda${path}`)).toEqual([]);
  });
});
