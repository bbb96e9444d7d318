import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { fillDatabase } from '#tools/bench/prepare.ts';

let server: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  server = await createTestDatabase(inject('databases'));
  await fillDatabase(server.owner, { orders: 3000, clients: 200, spread: 'zipf' });
  owner = new pg.Client(server.owner);
  await owner.connect();
  // Each client has 300 orders on average, says the planner's size of the tables, and so many are read faster than ten are looked up.
  await owner.query(
    `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', relpages,
       'reltuples', 60000::real)
     FROM pg_class WHERE oid IN ('orders'::regclass, 'shipments'::regclass)`,
  );
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

/** Returns the indexes of a plan that all clients share. */
async function indexesOf(text: string): Promise<string[]> {
  const { rows } = await owner.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
  return [...JSON.stringify(rows).matchAll(/"Index Name":"(\w+)"/g)].map(([, name = '']) => name);
}

test.each(['orders', 'shipments'])(
  'rows of %s are looked up by their ids, although most clients have few',
  async (table) => {
    const text = `SELECT * FROM ${table} WHERE client_id = $1 AND id = ANY($2::bigint[])`;
    expect(await indexesOf(text)).toEqual([`${table}_pkey`]);
  },
);

test('each table of clients lets the planner expect large ones', async () => {
  const { rows } = await owner.query(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'client_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity AND a.attoptions IS NULL ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});
