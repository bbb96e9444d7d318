import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { FUNCTIONS, MIGRATIONS, migrate, readFunctions, VERSION_FILE } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;
let functions: string;
const printed: string[] = [];
const log = createLog('info', { write: (line: string) => printed.push(line) });

beforeAll(async () => {
  database = await createTestDatabase(inject('databases'));
  functions = await mkdtemp(join(tmpdir(), 'remito-functions-'));
  owner = new pg.Client(database.owner);
  await owner.connect();
});
beforeEach(() => {
  printed.length = 0;
});
afterAll(async () => {
  await owner.end();
  await database.stop();
  await rm(functions, { recursive: true, force: true });
});

/** Defines the function of a version. */
async function define(
  version: number,
  text = `CREATE OR REPLACE FUNCTION price() RETURNS integer LANGUAGE sql RETURN ${version};`,
) {
  await writeFile(join(functions, 'prices.sql'), text);
  await writeFile(join(functions, VERSION_FILE), JSON.stringify({ version }));
}
const price = async () => (await owner.query('SELECT price()')).rows[0].price;

/** Returns the statements of a file; the body of a function is one part of its statement. */
const statementsOf = (text: string) =>
  text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/BEGIN ATOMIC[\s\S]*?END;/g, ';')
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

test('eight nodes that start at once apply a version once, and the next version replaces it', async () => {
  await owner.query('DROP TABLE schema_functions');
  await define(10);
  const started = await Promise.all(Array.from({ length: 8 }, () => migrate(database.owner, log, { functions })));
  expect(started.flat()).toEqual(['functions 10']);
  expect(await price()).toBe(10);
  await define(20);
  expect(await migrate(database.owner, log, { functions })).toEqual(['functions 20']);
  expect(await price()).toBe(20);
});

test('a node of an older version takes no function back, whether the database had its version or not, and logs that', async () => {
  for (const version of [10, 15]) {
    await define(version);
    expect(await migrate(database.owner, log, { functions })).toEqual([]);
    expect(await price()).toBe(20);
  }
  expect(printed.join('')).toContain('the database has functions of a newer version');
});

test('a version that fails leaves all functions as they were', async () => {
  await define(30, 'CREATE OR REPLACE FUNCTION price() RETURNS text LANGUAGE sql RETURN 1;');
  await expect(migrate(database.owner, log, { functions })).rejects.toThrow('cannot change return type');
  expect(await price()).toBe(20);
});

test('the version of the functions rises with each change of them', async () => {
  const texts = await readFunctions(FUNCTIONS);
  const { sha256 } = JSON.parse(await readFile(join(FUNCTIONS, VERSION_FILE), 'utf8'));
  const found = createHash('sha256').update(texts.join('')).digest('hex');
  expect(found, `raise the version in ${VERSION_FILE}, and set sha256 to ${found}`).toBe(sha256);
});

test('each function of the product is defined once, in a file that may be applied again', async () => {
  const statements = (await readFunctions(FUNCTIONS)).flatMap(statementsOf);
  const repeatable =
    /^(?:CREATE OR REPLACE (?:FUNCTION|PROCEDURE)|CALL create_trigger_once\(|REVOKE|GRANT|SELECT make_audit_months\()/;
  expect(statements.filter((statement) => !repeatable.test(statement))).toEqual([]);
  const migrations = (await readdir(MIGRATIONS)).map((name) => readFile(join(MIGRATIONS, name), 'utf8'));
  const defined = [...statements, ...(await Promise.all(migrations)).flatMap(statementsOf)].flatMap((statement) => {
    const [, name] = /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) (\w+)/.exec(statement) ?? [];
    return name ? [name] : [];
  });
  expect(defined.length).toBeGreaterThan(80);
  expect(defined.filter((name, at) => defined.indexOf(name) !== at)).toEqual([]);
});

test('the functions of the product are valid, and applying them again creates no trigger anew', async () => {
  const triggers = () => owner.query('SELECT oid FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1');
  const before = await triggers();
  expect(before.rows.length).toBeGreaterThan(15);
  for (const text of await readFunctions(FUNCTIONS)) await owner.query(text);
  expect((await triggers()).rows).toEqual(before.rows);
});
