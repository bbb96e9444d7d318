import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { createLog } from '#server/platform/log.ts';
import { queues } from '#server/worker.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { type FaultProxy, startFaultProxy } from '#test/services/fault-proxy.ts';
import { createJobs, queue } from './jobs.ts';

let database: TestDatabase;
let network: FaultProxy;
const log = createLog('silent');
beforeAll(async () => {
  database = await createTestDatabase(inject('databases'));
  const { host = '', port = 5432 } = database.owner;
  network = await startFaultProxy(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port });
});
afterAll(async () => {
  await network?.stop();
  await database?.stop();
});

test('a job that fails because its database is lost runs again as soon as there is one', async () => {
  const mails = queue<{ clientId: number }>('mails-of-a-lost-database');
  const jobs = createJobs({ ...database.owner, host: network.host, port: network.port }, log);
  const db = openDatabase({ connection: database.login, size: 2, prepare: true }, log);
  let attempts = 0;
  try {
    await jobs.start([mails]);
    await jobs.work(mails, async () => {
      if (++attempts > 1) return;
      network.setFault(({ cut }) => cut());
      network.cutAll();
      throw new Error('the database is lost');
    });
    await db.withClient(7, (trx) => jobs.enqueue(trx, mails, { clientId: 7 }));
    await expect.poll(() => attempts).toBe(1);
    // The worker has tried to store that its job failed.
    const before = network.opened();
    await expect.poll(() => network.opened()).toBeGreaterThan(before + 2);
    network.setFault(null);
    await expect.poll(() => attempts).toBe(2);
  } finally {
    await jobs.stop();
    await db.close();
  }
});

test('jobs go on after connections that nobody answered, as at a frozen machine', async () => {
  const mails = queue<{ clientId: number }>('mails-of-a-frozen-database');
  const jobs = createJobs({ ...database.owner, host: network.host, port: network.port }, log, 'worker');
  const db = openDatabase({ connection: database.login, size: 2, prepare: true }, log);
  let attempts = 0;
  try {
    await jobs.start([mails]);
    await jobs.work(mails, async () => void attempts++);
    const before = network.opened();
    network.setFault(() => {});
    network.cutAll();
    await expect.poll(() => network.opened()).toBeGreaterThan(before);
    network.setFault(null);
    await db.withClient(7, (trx) => jobs.enqueue(trx, mails, { clientId: 7 }));
    await expect.poll(() => attempts).toBe(1);
  } finally {
    await jobs.stop();
    await db.close();
  }
});

test('each queue has a heartbeat, without which a job of a dead node would stay active', async () => {
  const jobs = createJobs(database.owner, log, 'web');
  await jobs.start([...queues, queue('without-a-heartbeat-of-its-own')]);
  const owner = new pg.Client(database.owner);
  await owner.connect();
  const { rows } = await owner.query(
    `SELECT name FROM pgboss.queue WHERE heartbeat_seconds IS NULL AND name NOT LIKE '%.dead' AND name NOT LIKE '\\_\\_%'`,
  );
  await owner.end();
  await jobs.stop();
  expect(rows).toEqual([]);
});
