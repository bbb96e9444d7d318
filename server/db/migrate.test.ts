import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { SEED } from '#test/app/seed.ts';
import { createTestDatabase, setIdKey, type TestDatabase } from '#test/app/test-database.ts';
import { findMigrationViolations } from '#test/sources/migration-rules.ts';
import { MIGRATIONS, migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;
let other: pg.Client;
const printed: string[] = [];
const log = createLog('info', { write: (line: string) => printed.push(line) });

beforeAll(async () => {
  database = await createTestDatabase(inject('databases'));
  folder = await mkdtemp(join(tmpdir(), 'remito-migrations-'));
  other = new pg.Client(database.owner);
  await other.connect();
});
beforeEach(() => {
  printed.length = 0;
});
afterAll(async () => {
  await other.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a query as the owner. */
const query = async (text: string) => (await other.query(text)).rows;

test('eight nodes that start at once apply each migration once', async () => {
  await writeFile(
    join(folder, '9001_counted.sql'),
    'CREATE TABLE counted (n integer); INSERT INTO counted VALUES (1);',
  );
  await writeFile(
    join(folder, '9002_index.concurrently.sql'),
    'DROP INDEX CONCURRENTLY IF EXISTS counted_n;\nCREATE INDEX CONCURRENTLY counted_n ON counted (n);\n',
  );
  const applied = await Promise.all(
    Array.from({ length: 8 }, () => migrate(database.owner, log, { migrations: folder })),
  );
  expect(applied.flat().sort()).toEqual(['9001_counted.sql', '9002_index.concurrently.sql']);
  expect(await query('SELECT n FROM counted')).toEqual([{ n: 1 }]);
  expect(await query("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'counted_n'::regclass")).toEqual([
    { valid: true },
  ]);
});

test('a number belongs to one migration, beside which its indexes may be built concurrently', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => !name.endsWith('.concurrently.sql'));
  const numbers = files.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('all defaults and functions take the time from one function', async () => {
  // The list of applied migrations is older than the function.
  const found = await query(`
    WITH definitions AS (
      SELECT a.adrelid::regclass::text AS name, pg_get_expr(a.adbin, a.adrelid) AS text FROM pg_attrdef a
      JOIN pg_class c ON c.oid = a.adrelid WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migrations'
      UNION ALL SELECT p.proname, pg_get_functiondef(p.oid) FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p') AND p.proname <> 'current_moment'
      UNION ALL SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c'
      UNION ALL SELECT tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger
      UNION ALL SELECT polrelid::regclass::text, concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      FROM pg_policy
    )
    SELECT name, substring(text FROM time.pattern) AS time
    FROM definitions, (SELECT '(?i)\\m(now\\(|current_timestamp|current_date|current_time\\M|localtime|clock_timestamp|(?:statement|transaction)_timestamp|timeofday)' AS pattern) time
    WHERE text ~ time.pattern`);
  expect(found).toEqual([]);
  expect(await query("SELECT FROM pg_attrdef WHERE pg_get_expr(adbin, adrelid) LIKE '%current_moment()%'")).not.toEqual(
    [],
  );
});

test('all statements of the server take the time from that function', () => {
  const sources = globSync('server/**/*.ts').filter((path) => !/\.test\.ts$|db\/migrate\.ts$/.test(path));
  const direct = /(?<![.\w])now\(\)|\b(?:current_timestamp|current_date|clock_timestamp)\b/i;
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => direct.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('the planner replaces the function of the time by its body', async () => {
  await database.setTime('real');
  const plan = (time: string) =>
    query(`EXPLAIN SELECT FROM audit_log WHERE client_id = 1 AND at < ${time} - interval '1 day' ORDER BY at`);
  expect(await plan('current_moment()')).toEqual(await plan('now()'));
});

test('a migration that waits for a table doesn’t block other transactions', async () => {
  await writeFile(join(folder, '9003_column.sql'), 'ALTER TABLE counted ADD COLUMN more integer;');
  await other.query('BEGIN');
  await other.query('SELECT FROM counted');
  const migrated = migrate(database.owner, log, { migrations: folder });
  await expect.poll(() => printed.join('')).toContain('a migration waits');
  const third = new pg.Client(database.owner);
  await third.connect();
  expect((await third.query('SELECT n FROM counted')).rows).toEqual([{ n: 1 }]);
  await third.end();
  await other.query('COMMIT');
  expect(await migrated).toEqual(['9003_column.sql']);
});

test('a node that finds all migrations applied waits for no other node’s migration', async () => {
  await other.query('BEGIN');
  await other.query('SELECT pg_advisory_xact_lock(7364548201)');
  expect(await migrate(database.owner, log)).toEqual([]);
  await other.query('COMMIT');
});

test('a node of the previous version runs on a newer database and logs that', async () => {
  expect(await migrate(database.owner, log)).toEqual([]);
  expect(printed.join('')).toContain('9003_column.sql');
  expect(printed.join('')).toContain('the database has migrations of a newer version');
});

test.each([
  [
    'to which a migration was applied with another text',
    "UPDATE schema_migrations SET sha256 = 'other' WHERE name = '0006_orders.sql'",
    'La migración 0006_orders.sql se aplicó',
  ],
  ['from before the first release', 'ALTER TABLE schema_migrations DROP COLUMN sha256', 'que no se publicó'],
])('a database %s is refused with the way out', async (_which, change, message) => {
  const old = await createTestDatabase(inject('databases'));
  const client = new pg.Client(old.owner);
  await client.connect();
  try {
    await client.query(change);
    await expect(migrate(old.owner, log)).rejects.toThrow(message);
    await expect(migrate(old.owner, log)).rejects.toThrow('o una base vacía');
  } finally {
    await client.end();
    await old.stop();
  }
});

test('ids carry the month above a permutation that no clock changes', async () => {
  const of = async (moment: string) => {
    await database.setTime(new Date(moment));
    const rows = await query(
      'SELECT id::float8, id >> 40 AS month FROM (SELECT next_id() AS id FROM generate_series(1, 500)) i',
    );
    expect(new Set(rows.map(({ month }) => month)).size).toBe(1);
    return rows.map(({ id }) => id as number);
  };
  try {
    // The month ends in UTC: at nine in the evening in Argentina.
    const [july, august, july2, first] = [
      await of('2026-07-31T23:59:59Z'),
      await of('2026-08-01T00:00:00Z'),
      await of('2026-07-15T00:00:00Z'),
      await of('2019-12-31T23:00:00Z'),
    ];
    expect(Math.min(...august)).toBeGreaterThan(Math.max(...july, ...july2));
    expect(Math.max(...first)).toBeLessThanOrEqual(2 ** 40);
    expect(new Set([...july, ...august, ...july2, ...first].map((id) => id % 2 ** 40)).size).toBe(2000);
    expect(Math.max(...august)).toBeLessThan(2 ** 52);
  } finally {
    await database.setTime(null);
  }
});

test('ids are unique, don’t reveal their order, and differ between installations', async () => {
  const empty = await createTestDatabase(inject('databases'), { empty: true });
  try {
    await migrate(empty.owner, log);
    const second = new pg.Client(empty.owner);
    await second.connect();
    const draw = 'SELECT next_id()::float8 AS id FROM generate_series(1, 2000)';
    const [here, there] = [await query(draw), (await second.query(draw)).rows].map((rows) => rows.map(({ id }) => id));
    await second.end();
    expect(new Set(here).size).toBe(2000);
    expect(new Set(there).size).toBe(2000);
    const rising = here?.filter((id, n) => n > 0 && id > here[n - 1]).length;
    expect(rising).toBeGreaterThan(900);
    expect(rising).toBeLessThan(1100);
    expect(here?.filter((id) => there?.includes(id)).length).toBeLessThan(5);
  } finally {
    await empty.stop();
  }
});

test('tests get the same ids in each run with a seed', async () => {
  await query('BEGIN');
  const idsOf = async (seed?: number) => {
    await query('ALTER SEQUENCE ids RESTART');
    if (seed !== undefined) await setIdKey(other, seed);
    return query('SELECT next_id() AS id FROM generate_series(1, 3)');
  };
  const usual = await idsOf();
  expect(await idsOf(SEED)).toEqual(usual);
  expect(await idsOf(SEED + 1)).not.toEqual(usual);
  await query('ROLLBACK');
});

describe('a migration keeps the previous version running', () => {
  // The first installation started with these migrations, so they have no previous version.
  const FOUNDATION = '0015_demonstration.sql';

  test('for every migration of the product', async () => {
    const files = (await readdir(MIGRATIONS)).filter((name) => name > FOUNDATION);
    const offences = await Promise.all(
      files.map(async (name) => ({
        name,
        offences: findMigrationViolations(await readFile(join(MIGRATIONS, name), 'utf8')),
      })),
    );
    expect(offences.filter(({ offences }) => offences.length > 0)).toEqual([]);
  });

  test.each([
    'ALTER TABLE orders ALTER COLUMN id TYPE numeric',
    'ALTER TABLE orders ALTER id SET DATA TYPE text',
    'ALTER TABLE orders ADD COLUMN channel text NOT NULL',
    'ALTER TABLE orders ADD channel uuid DEFAULT gen_random_uuid()',
    'ALTER TABLE orders ADD COLUMN day date GENERATED ALWAYS AS (local_day(created_at)) STORED',
    'ALTER TABLE orders ALTER COLUMN name SET NOT NULL',
    'ALTER TABLE orders ADD CONSTRAINT positive CHECK (price_cents >= 0)',
    'ALTER TABLE orders ADD FOREIGN KEY (client_id) REFERENCES clients',
    'ALTER TABLE orders ADD CONSTRAINT one UNIQUE (client_id, id)',
    'ALTER TABLE orders RENAME COLUMN name TO receiver',
    'ALTER TABLE orders RENAME TO shipments',
    'ALTER TABLE orders DROP COLUMN name',
    'ALTER TABLE orders DROP name',
    'DROP TABLE orders',
    'DROP FUNCTION next_id()',
    'LOCK TABLE orders',
    'TRUNCATE orders',
    'CREATE INDEX ON orders (client_id, name)',
    'CREATE UNIQUE INDEX one_name ON orders (client_id, name)',
  ])('so “%s” is refused', (statement) => {
    expect(findMigrationViolations(`-- A change.\n${statement};\n`)).toHaveLength(1);
  });

  test.each([
    'ALTER TABLE orders ADD COLUMN channel text',
    "ALTER TABLE orders ADD COLUMN channel text NOT NULL DEFAULT ''",
    'ALTER TABLE orders ADD CONSTRAINT positive CHECK (price_cents >= 0) NOT VALID',
    'ALTER TABLE orders VALIDATE CONSTRAINT positive',
    'ALTER TABLE orders ALTER COLUMN name DROP NOT NULL',
    'ALTER TABLE orders DROP CONSTRAINT positive',
    'CREATE TABLE channels (client_id bigint NOT NULL); CREATE INDEX ON channels (client_id)',
    'CREATE INDEX CONCURRENTLY orders_channel ON orders (client_id, channel)',
    'CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN LOCK TABLE orders; RETURN 1; END $$',
    '-- harmless: a table of a dozen rows\nALTER TABLE tariffs ALTER COLUMN id TYPE bigint',
  ])('so “%s” is allowed', (statement) => {
    expect(findMigrationViolations(`${statement};\n`)).toEqual([]);
  });

  test('and a reason in a comment only applies to its paragraph', () => {
    const sql = '-- harmless: nobody has used it yet\nDROP TABLE one;\n\nDROP TABLE two;\n';
    expect(findMigrationViolations(sql).map(({ statement }) => statement)).toEqual(['DROP TABLE two']);
  });
});
