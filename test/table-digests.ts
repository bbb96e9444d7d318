import type { TestApp } from './test-app.ts';

/** Tables that any call may write: limits and times of last use, and the audit trail with its seals. */
const OF_EVERY_CALL = ['rate_limits', 'operator_keys', 'audit_log', 'audit_seals', 'audit_checkpoints'];

/** Returns a digest of the rows of every table, by the table's name. */
export async function tableDigests(app: TestApp): Promise<Record<string, string>> {
  const tables = await app.owner<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  const digests = tables
    .filter(({ name }) => !OF_EVERY_CALL.includes(name))
    .map(
      ({ name }) => `SELECT '${name}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM ${name} t`,
    );
  const rows = await app.owner<{ name: string; digest: string }>(digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
