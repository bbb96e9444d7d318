import pg from 'pg';
import type { BenchServer } from '#tools/bench/bench-server.ts';
import { measure, type Rounds, type Row } from '#tools/bench/measure.ts';
import { type BenchCase, benchCases } from './bench-cases.ts';

/** Cases: a short page, a range, a long page, and creation. */
const isMeasured = ({ kind, name }: BenchCase) =>
  kind === 'create' || ['list of 10, no filter', 'list of 10, three months', 'list of 50, no filter'].includes(name);

/**
 * Measures lists and creation with row-level security; the baseline is the same server with row-level security disabled.
 * Both sides set role and client in the transaction and filter by client in every statement.
 */
export async function measureRowLevelSecurity(
  { owner, gateway, subjects }: BenchServer,
  select: (works: readonly BenchCase[]) => BenchCase[],
  rounds: Rounds,
): Promise<Row[]> {
  const client = new pg.Client(owner);
  await client.connect();
  const tables = await tablesWithPolicies(client);
  const turn = (on: boolean) => () => switchRowLevelSecurity(client, tables, on);
  const rows: Row[] = [];
  try {
    for (const work of select(benchCases(subjects)).filter(isMeasured)) {
      const { name, ours: next } = work;
      const url = gateway.url;
      const isolated: BenchCase = { ...work, name: `${name}, beside no row-level security`, ...GOALS };
      for (const connections of work.connections) {
        const sides = { ours: { url, next, prepare: turn(true) }, baseline: { url, next, prepare: turn(false) } };
        rows.push(await measure(isolated, connections, sides, rounds));
        process.stderr.write('.');
      }
    }
  } finally {
    await switchRowLevelSecurity(client, tables, true);
    await client.end();
  }
  return rows;
}

/** Minimum ratio: row-level security may cost at most 10 %. */
const GOALS = { goal: 0.9, aim: 0.97, floor: false, p99Goal: undefined } as const;

/** Enables row-level security on tables that a killed run left without it. */
export async function restoreRowLevelSecurity(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await switchRowLevelSecurity(client, await tablesWithPolicies(client), true);
  } finally {
    await client.end();
  }
}

/** Returns the tables with a policy, including disabled ones. */
async function tablesWithPolicies(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT format('%I.%I', schemaname, tablename) AS name FROM pg_policies ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Enables or disables row-level security in one round trip. Tables already in the wanted state aren't locked. */
async function switchRowLevelSecurity(client: pg.Client, tables: readonly string[], on: boolean): Promise<void> {
  const names = tables.map((table) => client.escapeLiteral(table)).join(', ');
  await client.query(`DO $$ DECLARE changed regclass; BEGIN
    FOR changed IN SELECT oid FROM pg_class WHERE oid = ANY (ARRAY[${names}]::regclass[]) AND relrowsecurity <> ${on} LOOP
      EXECUTE format('ALTER TABLE %s ${on ? 'ENABLE' : 'DISABLE'} ROW LEVEL SECURITY', changed);
      COMMIT;
    END LOOP;
  END $$`);
}
