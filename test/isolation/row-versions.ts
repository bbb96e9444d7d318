import type { TestApp } from '#test/app/test-app.ts';

/** The version of every row of some tables, by the table's name. */
export type RowVersions = Record<string, string>;

/** Tables that any call may write: limits and times of last use, and the audit trail with its seals. */
const OF_EVERY_CALL = ['rate_limits', 'provider_keys', 'audit_log', 'audit_seals', 'audit_heads', 'audit_checkpoints'];

/** Tables of clients that reads change: a session's last use, and the audit trail with its seals. */
const OF_EVERY_READ = ['sessions', 'audit_log', 'audit_seals', 'audit_heads', 'audit_checkpoints'];

/**
 * Returns the versions of all rows of all tables. A committed INSERT, UPDATE or DELETE changes them, also an UPDATE with equal
 * values, because it gives the row another place (`ctid`) and transaction (`xmin`). A row that is inserted and deleted between two
 * readings isn't seen.
 */
export const rowVersions = (app: TestApp): Promise<RowVersions> => readVersions(app, 'true', OF_EVERY_CALL);

/** Returns the versions of the rows of all clients. */
export const clientRowVersions = (app: TestApp): Promise<RowVersions> =>
  readVersions(
    app,
    `EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'client_id')`,
    OF_EVERY_READ,
  );

async function readVersions({ owner }: TestApp, which: string, without: string[]): Promise<RowVersions> {
  const tables = await owner<{ name: string }>(
    `SELECT relname AS name FROM pg_class c
     WHERE relkind = 'r' AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1) AND ${which}`,
    [without],
  );
  const versions = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(string_agg(ctid || '/' || xmin, ' ' ORDER BY ctid)) AS rows FROM ${name}`,
  );
  const read = await owner<{ name: string; rows: string }>(versions.join(' UNION ALL '));
  return Object.fromEntries(read.map(({ name, rows }) => [name, rows]));
}

/** Returns the names of the tables whose rows changed. */
export function changedTables(before: RowVersions, after: RowVersions): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}
