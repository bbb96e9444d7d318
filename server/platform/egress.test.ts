import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeServer, startFakeServer } from '#test/fake-server.ts';
import { createEgress } from './egress.ts';

let outside: FakeServer;
beforeAll(async () => {
  outside = await startFakeServer();
});
afterAll(() => outside.stop());
beforeEach(() => {
  outside.asked.length = 0;
  outside.answer((_, response) => response.end('hola'));
});

const inside = () => createEgress({ origins: [outside.url], allowPrivateNetwork: true });

describe('a service that was named', () => {
  test('gets the request as it is, and its answer comes back', async () => {
    outside.answer((_, response) => response.writeHead(404, { 'x-said': 'no' }).end('nada'));
    const body = '{"a":1}';
    const answer = await inside()(`${outside.url}/x?y=1`, { method: 'POST', headers: { 'x-api-key': 'clave' }, body });
    expect([answer.status, answer.headers['x-said'], answer.body.toString()]).toEqual([404, 'no', 'nada']);
    expect(outside.asked).toMatchObject([{ method: 'POST', path: '/x?y=1', headers: { 'x-api-key': 'clave' } }]);
    expect(outside.asked[0]?.body.toString()).toBe(body);
  });

  test('is given up when it sends us elsewhere, where nobody is asked', async () => {
    outside.answer((_, response) => response.writeHead(307, { location: `${outside.url}/secreto` }).end());
    await expect(inside()(outside.url)).rejects.toMatchObject({ kind: 'redirected' });
    expect(outside.asked).toHaveLength(1);
  });

  test('is given up when it answers more than 2 MB', async () => {
    outside.answer((_, response) => response.end(Buffer.alloc(2 * 1024 * 1024 + 1)));
    await expect(inside()(outside.url)).rejects.toMatchObject({ kind: 'too large' });
    outside.answer((_, response) => response.end(Buffer.alloc(2 * 1024 * 1024)));
    expect((await inside()(outside.url)).body).toHaveLength(2 * 1024 * 1024);
  });

  test('is given up when it doesn’t answer in time', async () => {
    outside.answer((_, response) => response.writeHead(200).write('empiezo'));
    await expect(inside()(outside.url)).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('is given up when it isn’t there', async () => {
    const gone = await startFakeServer();
    await gone.stop();
    const egress = createEgress({ origins: [gone.url], allowPrivateNetwork: true });
    await expect(egress(gone.url)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('is told nothing more once whoever asked has gone', async () => {
    const stop = new AbortController();
    outside.answer(() => stop.abort());
    await expect(inside()(outside.url, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('nobody else is asked', () => {
  test.each([
    'http://127.0.0.1:1/',
    'https://127.0.0.1/',
    'http://localhost/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://169.254.169.254/latest/meta-data/',
  ])('such as %s', async (url) => {
    await expect(inside()(url)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(outside.asked).toEqual([]);
  });

  test('nor the service itself with a name and a password in its address', async () => {
    const url = outside.url.replace('//', '//user:pass@');
    await expect(inside()(url)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  // A name or a number that leads inside, whatever it looks like.
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
  ])('not a service on the internet whose address turns out to be %s', async (host) => {
    const origin = new URL(`http://${host}:${new URL(outside.url).port}`).origin;
    const egress = createEgress({ origins: [origin], allowPrivateNetwork: false });
    await expect(egress(origin)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(outside.asked).toEqual([]);
  });

  test.each(['169.254.169.254', '0.0.0.0', '[fe80::1]', '224.0.0.1', '[::ffff:169.254.169.254]'])(
    'not %s, even where services may be inside',
    async (host) => {
      const egress = createEgress({ origins: [`http://${host}`], allowPrivateNetwork: true });
      await expect(egress(`http://${host}/`)).rejects.toMatchObject({ kind: 'forbidden' });
    },
  );
});

describe('a service that keeps failing', () => {
  let now = 0;
  const clock = () => new Date(now);
  const egress = () => createEgress({ origins: [outside.url], allowPrivateNetwork: true, clock });

  test('is left alone for 30 s after five failures in a row, then tried once', async () => {
    const ask = egress();
    outside.answer((_, response) => response.writeHead(500).end());
    for (let n = 0; n < 5; n++) expect((await ask(outside.url)).status).toBe(500);
    await expect(ask(outside.url)).rejects.toMatchObject({ kind: 'circuit open' });
    now += 29_999;
    await expect(ask(outside.url)).rejects.toMatchObject({ kind: 'circuit open' });
    expect(outside.asked).toHaveLength(5);

    now += 1;
    expect((await ask(outside.url)).status).toBe(500);
    await expect(ask(outside.url)).rejects.toMatchObject({ kind: 'circuit open' });
    expect(outside.asked).toHaveLength(6);

    now += 30_000;
    outside.answer((_, response) => response.end('mejor'));
    expect((await ask(outside.url)).body.toString()).toBe('mejor');
    expect((await ask(outside.url)).status).toBe(200);
  });

  test('isn’t blamed for a refusal, nor for whoever went away', async () => {
    const ask = egress();
    outside.answer((_, response) => response.writeHead(422).end());
    for (let n = 0; n < 6; n++) expect((await ask(outside.url)).status).toBe(422);
    for (let n = 0; n < 6; n++) {
      const stop = new AbortController();
      outside.answer(() => stop.abort());
      await expect(ask(outside.url, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
    }
    outside.answer((_, response) => response.end('bien'));
    expect((await ask(outside.url)).body.toString()).toBe('bien');
  });
});
