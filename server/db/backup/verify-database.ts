import pg from 'pg';
import { counterDrift } from '#server/db/counter-drift.ts';
import { BackupError } from './manifest.ts';

/** Summary of a restored database. */
export interface DatabaseSummary {
  clients: number;
  orders: number;
  /** Creation time of the last order; null without orders. */
  lastOrderAt: Date | null;
  /** Name of the last applied migration. */
  migration: string;
  /** Number of counters that differ from a recount. */
  counterDrift: number;
}

/**
 * Verifies a database: reads every row of every table, which verifies the checksum of every page, and checks every index.
 *
 * @param superuser a superuser's connection, which bypasses row-level security
 * @throws BackupError when the database is damaged
 */
export async function verifyDatabase(superuser: pg.ClientConfig): Promise<DatabaseSummary> {
  const client = new pg.Client(superuser);
  client.on('error', () => {});
  await client.connect();
  try {
    const rows = async <R extends object>(text: string) => (await client.query(text)).rows as R[];
    const tables = await rows<{ name: string }>(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace <> 'pg_toast'::regnamespace",
    );
    for (const { name } of tables) await rows(`SELECT count(t.*) FROM ${name} AS t`);
    await checkIndexes(client);
    const [found] = await rows<Omit<DatabaseSummary, 'counterDrift'>>(
      `SELECT (SELECT count(*) FROM clients) AS clients, (SELECT count(*) FROM orders) AS orders,
         (SELECT max(created_at) FROM orders) AS "lastOrderAt", (SELECT max(name) FROM schema_migrations) AS migration`,
    );
    return { ...(found as DatabaseSummary), counterDrift: (await counterDrift(rows)).length };
  } catch (error) {
    throw new BackupError(`La base de datos restaurada está dañada: ${(error as Error).message}`);
  } finally {
    await client.end();
  }
}

/** Checks all B-tree indexes with the extension amcheck, which the rollback removes again. */
async function checkIndexes(client: pg.Client): Promise<void> {
  await client.query(`BEGIN; CREATE EXTENSION amcheck`);
  await client.query(
    `SELECT bt_index_check(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relam = (SELECT oid FROM pg_am WHERE amname = 'btree') AND c.relkind = 'i' AND c.relpersistence = 'p' AND i.indisvalid`,
  );
  await client.query('ROLLBACK');
}
