import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { readText } from '#test/texts/read-text.ts';
import { extendTimeouts, queueWrite, runOne, runText, type Trx } from './connection.ts';
import { type Database, openDatabase } from './database.ts';
import { statement, statements, variant } from './statement.ts';

let server: TestDatabase;
let db: Database;

beforeAll(async () => {
  server = await createTestDatabase(inject('databases'));
  db = openDatabase({ connection: server.login, size: 4, prepare: true }, createLog('silent'));
});

afterAll(async () => {
  await db.close();
  await server.stop();
});

async function newClient(name: string): Promise<number> {
  return db.withClient(0, async (trx) => {
    const [row] = await runText<{ id: number }>(trx, 'SELECT next_id() AS id');
    const id = row?.id as number;
    await runText(trx, `SELECT set_config('app.client_id', $1, true)`, [String(id)]);
    await runText(trx, 'INSERT INTO clients (client_id, razon_social, nombre_empresa, cuit) VALUES ($1, $2, $2, $3)', [
      id,
      name,
      '30708355921',
    ]);
    return id;
  });
}

test('a client sees only its own rows, and without a client no rows are visible', async () => {
  const [one, two] = [await newClient('Uno'), await newClient('Dos')];
  const seen = (id: number | null) => db.read(id, [readText('SELECT client_id FROM clients')]).then(([rows]) => rows);
  expect(await seen(one)).toEqual([{ client_id: one }]);
  expect(await seen(two)).toEqual([{ client_id: two }]);
  expect(await seen(null)).toEqual([]);
});

test('a client can’t write a row for another', async () => {
  const [one, two] = [await newClient('Tres'), await newClient('Cuatro')];
  const write = db.withClient(one, (trx) => runText(trx, `INSERT INTO print_configs (client_id) VALUES ($1)`, [two]));
  await expect(write).rejects.toMatchObject({ code: '42501' });
});

test('in a transaction of several clients each query sees only its client’s rows, however they alternate', async () => {
  const [one, two] = [await newClient('Seis'), await newClient('Siete')];
  const other = await newClient('Ocho');
  const seen = await db.withClients([one, two], (trxOf) =>
    Promise.all(
      [one, two, two, one, two].map((id) => runText<{ client_id: number }>(trxOf(id), 'SELECT client_id FROM clients')),
    ),
  );
  expect(seen.flat().map(({ client_id }) => client_id)).toEqual([one, two, two, one, two]);
  await expect(db.withClients([one, two], async (trxOf) => trxOf(other))).rejects.toThrow('not of this client');
});

test('a transaction of several clients writes no row of another one, and is committed for all of them or none', async () => {
  const [one, two] = [await newClient('Nueve'), await newClient('Diez')];
  const insert = (trx: Trx, id: number) => queueWrite(trx, 'INSERT INTO print_configs (client_id) VALUES ($1)', [id]);
  const rows = async () =>
    (await Promise.all([one, two].map((id) => db.read(id, [readText('SELECT FROM print_configs')])))).map(
      ([found]) => found.length,
    );
  const foreign = db.withClients([one, two], async (trxOf) => {
    insert(trxOf(one), one);
    insert(trxOf(two), one);
  });
  await expect(foreign).rejects.toMatchObject({ code: '42501' });
  expect(await rows()).toEqual([0, 0]);
  await db.withClients([one, two], async (trxOf) => {
    for (const id of [two, one]) insert(trxOf(id), id);
  });
  expect(await rows()).toEqual([1, 1]);
});

test('a transaction whose work fails is rolled back', async () => {
  const id = await newClient('Cinco');
  const work = db.withClient(id, async (trx) => {
    await runText(trx, 'INSERT INTO print_configs (client_id) VALUES ($1)', [id]);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  const [found] = await db.read(id, [readText('SELECT FROM print_configs')]);
  expect(found).toHaveLength(0);
});

test('a statement that must return one row fails with any other number', async () => {
  const id = await newClient('Once');
  const name = 'registration.read-company-name';
  const known = statements.get(name);
  const declared = statement(name, known?.text ?? 'SELECT nombre_empresa AS name FROM clients');
  // Other tests of the process describe all statements.
  if (!known) statements.delete(name);
  const read = (from: string) => {
    const text = `SELECT nombre_empresa AS name FROM ${from}`;
    return db.withClient(id, (trx) => runOne(trx, variant(declared, text)));
  };
  expect(await read('clients')).toEqual({ name: 'Once' });
  await expect(read('clients WHERE false')).rejects.toThrow(`${name} returned 0 rows`);
  await expect(read('clients, generate_series(1, 2)')).rejects.toThrow(`${name} returned 2 rows`);
});

test('reads in one round trip return their results in order, even when prepared', async () => {
  const id = await newClient('Seis');
  for (let round = 0; round < 3; round++) {
    const [first, second] = await db.read(id, [
      readText('SELECT $1::int + 1 AS n', [round], 'sum'),
      readText('SELECT current_client() AS client, current_user AS role'),
    ]);
    expect(first).toEqual([{ n: round + 1 }]);
    expect(second).toEqual([{ client: id, role: 'app' }]);
  }
});

test('a named read is planned once for all parameters', async () => {
  const id = await newClient('Ocho');
  const single = openDatabase({ connection: server.login, size: 1, prepare: true }, createLog('silent'));
  try {
    const text = 'SELECT day::date FROM generate_series($1::date, $2::date, $3) AS day';
    for (let day = 1; day <= 8; day++) {
      await single.read(id, [readText(text, ['2026-01-01', `2026-01-0${day}`, '1 day'], 'some_days')]);
    }
    const [plans] = await single.read(id, [
      readText(`SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE name = 'some_days'`),
    ]);
    expect(plans).toEqual([{ generic_plans: 8, custom_plans: 0 }]);
  } finally {
    await single.close();
  }
});

test('a connection whose query failed serves the next request', async () => {
  const id = await newClient('Siete');
  for (let i = 0; i < 6; i++) {
    await expect(db.read(id, [readText('SELECT 1 / 0')])).rejects.toMatchObject({ code: '22012' });
  }
  const [rows] = await db.read(id, [readText('SELECT 1 AS one')]);
  expect(rows).toEqual([{ one: 1 }]);
});

test('a query after the end of its transaction doesn’t run in another client’s transaction', async () => {
  const [one, two] = [await newClient('Ocho'), await newClient('Nueve')];
  const taken = Promise.withResolvers<void>();
  let late: Promise<unknown> | undefined;
  const failing = db.withClient(one, async (trx) => {
    late = taken.promise.then(() => runText(trx, 'SELECT client_id FROM clients'));
    await Promise.all([late, runText(trx, 'SELECT 1 / 0')]);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  // All four connections serve another client until the late query has ended.
  let serving = 0;
  const others = Array.from({ length: 4 }, () =>
    db.withClient(two, async (trx) => {
      await runText(trx, 'SELECT 1');
      if (++serving === 4) taken.resolve();
      await Promise.allSettled([late]);
    }),
  );
  await expect(late).rejects.toThrow('after the end of its transaction');
  await Promise.all(others);
});

test('every transaction has timeouts', async () => {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const text = names.map((name) => `current_setting('${name}') AS ${name}`).join(', ');
  const limits = { statement_timeout: '5s', lock_timeout: '2s', idle_in_transaction_session_timeout: '10s' };
  const [rows] = await db.read(null, [readText(`SELECT ${text}`)]);
  expect(rows).toEqual([limits]);
  expect(await db.withoutClient((trx) => runText(trx, `SELECT ${text}`))).toEqual([limits]);
});

test('a transaction with extended timeouts waits for a query that takes longer than a call may', async () => {
  const patience = TIMEOUTS.databaseResponse;
  TIMEOUTS.databaseResponse = 200;
  const hasty = openDatabase({ connection: server.login, size: 1, prepare: true }, createLog('silent'));
  TIMEOUTS.databaseResponse = patience;
  const sleep = (extended: boolean) =>
    hasty.withClient(0, async (trx) => {
      if (extended) await extendTimeouts(trx);
      await runText(trx, 'SELECT pg_sleep(0.5)');
    });
  await expect(sleep(false)).rejects.toThrow('Query read timeout');
  await sleep(true);
  await expect(sleep(false)).rejects.toThrow('Query read timeout');
  await hasty.close();
});

test('a connection is replaced at the end of its life, and breaks no transaction', async () => {
  const settings = { connection: server.login, size: 1, prepare: true, maxLifetimeSeconds: 0.05 };
  const short = openDatabase(settings, createLog('silent'));
  const process = async () => (await short.read(null, [readText('SELECT pg_backend_pid() AS pid')]))[0][0]?.pid;
  try {
    const first = await process();
    // Outlives the connection's life.
    await short.withoutClient((trx) => runText(trx, 'SELECT pg_sleep(0.1)'));
    await expect.poll(process).not.toBe(first);
  } finally {
    await short.close();
  }
});

test('a connection that is lost during a transaction fails only that transaction', async () => {
  const id = await newClient('Diez');
  const lost = db.withClient(id, async (trx) => {
    const [row] = await runText<{ pid: number }>(trx, 'SELECT pg_backend_pid() AS pid');
    const killer = new pg.Client(server.superuser);
    await killer.connect();
    // Waits for the end of the process: the connection is lost while no query is running.
    await killer.query('SELECT pg_terminate_backend($1, 60_000)', [row?.pid]);
    await killer.end();
    return runText(trx, 'SELECT 1');
  });
  await expect(lost).rejects.toThrow();
  const [rows] = await db.read(id, [readText('SELECT 1 AS one')]);
  expect(rows).toEqual([{ one: 1 }]);
});
