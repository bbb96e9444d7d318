import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { type FaultProxy, startFaultProxy } from '#test/services/fault-proxy.ts';
import { waitForPrimary } from './wait-for-connection.ts';

const { owner } = inject('databases');
const log = createLog('silent');
let network: FaultProxy;
beforeAll(async () => {
  const { host = '', port = 5432 } = owner;
  network = await startFaultProxy(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port });
});
afterAll(() => network?.stop());

const throughNetwork = () => ({ ...owner, host: network.host, port: network.port });

test('a start waits for a database whose connections end at once, as at a proxy without a primary', async () => {
  network.setFault(({ cut }) => cut());
  const waiting = waitForPrimary(throughNetwork(), log);
  await expect.poll(() => network.opened()).toBeGreaterThan(1);
  network.setFault(null);
  await waiting;
});

test('a start waits while the address leads to a standby', async () => {
  const before = network.opened();
  // The answer to the question: t for a server in recovery.
  const standby = Buffer.from([0, 1, 0, 0, 0, 1, 't'.charCodeAt(0)]);
  const primary = Buffer.from([0, 1, 0, 0, 0, 1, 'f'.charCodeAt(0)]);
  network.setFault(({ bytes, from, pass }) => {
    const at = from === 'server' ? bytes.indexOf(primary) : -1;
    if (at >= 0) standby.copy(bytes, at);
    pass(bytes);
  });
  const waiting = waitForPrimary(throughNetwork(), log);
  await expect.poll(() => network.opened()).toBeGreaterThan(before + 1);
  network.setFault(null);
  await waiting;
});

test('a start fails at once when the server refuses the login', async () => {
  await expect(waitForPrimary({ ...throughNetwork(), database: 'no-such-database' }, log)).rejects.toMatchObject({
    code: expect.stringMatching(/^(3D000|42501)$/),
  });
});
