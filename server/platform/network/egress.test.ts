import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type FakeServer, startFakeServer } from '#test/services/fake-server.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';
import { createEgress } from './egress.ts';

let outside: FakeServer;
beforeAll(async () => {
  outside = await startFakeServer();
});
afterAll(() => outside.stop());
beforeEach(() => {
  outside.requests.length = 0;
  outside.answer((_, response) => response.end('hola'));
});

const allowed = () => createEgress({ origins: [outside.url], allowPrivateNetwork: true });

describe('a request to an allowed origin', () => {
  test('arrives unchanged, and returns the response', async () => {
    outside.answer((_, response) => response.writeHead(404, { 'x-said': 'no' }).end('nada'));
    const body = '{"a":1}';
    const answer = await allowed()(`${outside.url}/x?y=1`, { method: 'POST', headers: { 'x-api-key': 'clave' }, body });
    expect([answer.status, answer.headers['x-said'], answer.body.toString()]).toEqual([404, 'no', 'nada']);
    expect(outside.requests).toMatchObject([{ method: 'POST', path: '/x?y=1', headers: { 'x-api-key': 'clave' } }]);
    expect(outside.requests[0]?.body.toString()).toBe(body);
  });

  test('fails on a redirect and doesn’t follow it', async () => {
    outside.answer((_, response) => response.writeHead(307, { location: `${outside.url}/secreto` }).end());
    await expect(allowed()(outside.url)).rejects.toMatchObject({ kind: 'redirected' });
    expect(outside.requests).toHaveLength(1);
  });

  test('fails when the response is larger than 2 MB', async () => {
    outside.answer((_, response) => response.end(Buffer.alloc(2 * 1024 * 1024 + 1)));
    await expect(allowed()(outside.url)).rejects.toMatchObject({ kind: 'too large' });
    outside.answer((_, response) => response.end(Buffer.alloc(2 * 1024 * 1024)));
    expect((await allowed()(outside.url)).body).toHaveLength(2 * 1024 * 1024);
  });

  test('fails when the response takes too long', async () => {
    onTestFinished(shortenTimeouts());
    outside.answer((_, response) => response.writeHead(200).write('empiezo'));
    await expect(allowed()(outside.url)).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('fails when nothing listens', async () => {
    const gone = await startFakeServer();
    await gone.stop();
    const egress = createEgress({ origins: [gone.url], allowPrivateNetwork: true });
    await expect(egress(gone.url)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('ends when the caller aborts it', async () => {
    const stop = new AbortController();
    outside.answer(() => stop.abort());
    await expect(allowed()(outside.url, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a request is refused unsent', () => {
  test.each([
    'http://127.0.0.1:1/',
    'https://127.0.0.1/',
    'http://localhost/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://169.254.169.254/latest/meta-data/',
  ])('to another origin: %s', async (url) => {
    await expect(allowed()(url)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(outside.requests).toEqual([]);
  });

  test('with credentials in the URL', async () => {
    const url = outside.url.replace('//', '//user:pass@');
    await expect(allowed()(url)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  // Names and notations that resolve to this machine or a private network.
  test.each([
    '127.0.0.1',
    'localhost',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '[::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '0x7f.1',
    '2130706433',
  ])('to a public service that resolves to the private address %s', async (host) => {
    const origin = new URL(`http://${host}:${new URL(outside.url).port}`).origin;
    const egress = createEgress({ origins: [origin], allowPrivateNetwork: false });
    await expect(egress(origin)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(outside.requests).toEqual([]);
  });

  test.each(['169.254.169.254', '0.0.0.0', '[fe80::1]', '224.0.0.1', '[::ffff:169.254.169.254]'])(
    'to %s, even with private networks allowed',
    async (host) => {
      const egress = createEgress({ origins: [`http://${host}`], allowPrivateNetwork: true });
      await expect(egress(`http://${host}/`)).rejects.toMatchObject({ kind: 'forbidden' });
    },
  );
});

describe('the circuit breaker', () => {
  let now = 0;
  const clock = () => new Date(now);
  const egress = () => createEgress({ origins: [outside.url], allowPrivateNetwork: true, clock });

  test('opens for 30 s after five failures in a row, then lets one trial request through', async () => {
    const send = egress();
    outside.answer((_, response) => response.writeHead(500).end());
    for (let n = 0; n < 5; n++) expect((await send(outside.url)).status).toBe(500);
    await expect(send(outside.url)).rejects.toMatchObject({ kind: 'circuit open' });
    now += 29_999;
    await expect(send(outside.url)).rejects.toMatchObject({ kind: 'circuit open' });
    expect(outside.requests).toHaveLength(5);

    now += 1;
    expect((await send(outside.url)).status).toBe(500);
    await expect(send(outside.url)).rejects.toMatchObject({ kind: 'circuit open' });
    expect(outside.requests).toHaveLength(6);

    now += 30_000;
    outside.answer((_, response) => response.end('mejor'));
    expect((await send(outside.url)).body.toString()).toBe('mejor');
    expect((await send(outside.url)).status).toBe(200);
  });

  test('doesn’t count a 4xx response or a request that the caller aborted', async () => {
    const send = egress();
    outside.answer((_, response) => response.writeHead(422).end());
    for (let n = 0; n < 6; n++) expect((await send(outside.url)).status).toBe(422);
    for (let n = 0; n < 6; n++) {
      const stop = new AbortController();
      outside.answer(() => stop.abort());
      await expect(send(outside.url, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
    }
    outside.answer((_, response) => response.end('bien'));
    expect((await send(outside.url)).body.toString()).toBe('bien');
  });
});
