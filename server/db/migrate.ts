import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

// Any number that no other program on the same server uses for its own lock.
const LOCK = 7_364_548_201;

/**
 * Brings the database to the newest version: plain SQL files in order of their names, each in a transaction of its own,
 * under an advisory lock, so that any number of nodes may start at once. Never goes back.
 *
 * @param connection the owner's connection, not one through a transaction pooler
 * @returns names of the files that were applied
 */
export async function migrate(connection: pg.ClientConfig, log: Log): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
    const applied: string[] = [];
    for (const file of files) if (await applyOnce(client, file)) applied.push(file);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    return applied;
  } finally {
    await client.end();
  }
}

async function applyOnce(client: pg.Client, file: string): Promise<boolean> {
  await client.query('BEGIN');
  try {
    // Transaction-scoped, so it can't outlive a killed process or be left behind in a pooler.
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rowCount } = await client.query('SELECT FROM schema_migrations WHERE name = $1', [file]);
    if (!rowCount) {
      await client.query(await readFile(join(FOLDER, file), 'utf8'));
      await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [file]);
    }
    await client.query('COMMIT');
    return !rowCount;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
