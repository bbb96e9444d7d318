import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import type { Trx } from './connection.ts';
import { type Database, openDatabase } from './database.ts';
import { newIds } from './new-ids.ts';

let server: TestDatabase;
let db: Database;
let owner: pg.Client;

beforeAll(async () => {
  server = await createTestDatabase(inject('databases'));
  db = openDatabase({ connection: server.login, size: 4, prepare: true }, createLog('silent'));
  owner = new pg.Client(server.owner);
  await owner.connect();
});

afterAll(async () => {
  await db.close();
  await owner.end();
  await server.stop();
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function take(trx: Trx, count: number): Promise<number[]> {
  const nextId = await newIds(trx, count);
  return Array.from({ length: count }, nextId);
}

const lastNumber = async () =>
  Number((await owner.query<{ last: string }>('SELECT last_value AS last FROM ids')).rows[0]?.last);

test('no id is given twice, on several connections at once and after a rollback', async () => {
  const given: number[] = [];
  const write = (n: number) =>
    db.withClient(0, async (trx) => {
      given.push(...(await take(trx, 1 + (n % 5))));
      if (n % 3 === 0) throw new Error('no');
    });
  for (let first = 0; first < 200; first += 10) {
    const writes = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => write(first + n)));
    const failures = writes.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []));
    expect(new Set(failures)).toEqual(new Set(['no']));
  }
  expect(given.length).toBe(600);
  expect(new Set(given).size).toBe(given.length);
});

test('a connection gives its spare ids without a statement, and asks again when they don’t suffice', async () => {
  await db.withClient(0, async (trx) => {
    await take(trx, 1000);
    const before = await lastNumber();
    await take(trx, 60);
    expect(await lastNumber()).toBe(before);
    await take(trx, 1);
    expect(await lastNumber()).toBeGreaterThan(before);
  });
});

test('spare ids of the minute before are not used, because the database may have been restored since', async () => {
  await db.withClient(0, async (trx) => {
    await take(trx, 1000);
    const before = await lastNumber();
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 61_000);
    await take(trx, 3);
    expect(await lastNumber()).toBeGreaterThan(before);
  });
});
