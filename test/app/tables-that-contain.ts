import type { TestApp } from './test-app.ts';

/**
 * Returns the tables that contain one of some markers, for one client or for all.
 *
 * @param markers texts that occur nowhere else. Numbers match as whole words, because an id may contain the same digits
 */
export async function tablesThatContain(
  { owner }: Pick<TestApp, 'owner'>,
  markers: readonly string[],
  clientId?: number,
): Promise<string[]> {
  const tables = await owner<{ name: string; owned: boolean }>(
    `SELECT c.oid::regclass::text AS name, EXISTS (SELECT FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attname = 'client_id') AS owned
     FROM pg_class c WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  const pattern = markers.map((text) => (/^\d+$/.test(text) ? `\\m${text}\\M` : text)).join('|');
  const containing: string[] = [];
  for (const { name, owned } of tables.filter((table) => table.owned || clientId === undefined)) {
    const whose = owned && clientId !== undefined ? `t.client_id = ${clientId} AND` : '';
    const [found] = await owner(`SELECT FROM ${name} AS t WHERE ${whose} t::text ~* $1 LIMIT 1`, [pattern]);
    if (found) containing.push(name);
  }
  return containing;
}
