import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { withClusterMutex } from './cluster-mutex.ts';

/** Where migrations live: plain SQL files, applied in order of their names. */
export const MIGRATIONS = join(import.meta.dirname, 'migrations');

// Any number that no other program on the same server uses for its own lock.
const LOCK = 7_364_548_201;

/** Longest wait for one lock, in ms: whatever comes behind a waiting migration waits as well. */
const LOCK_MS = 1000;

/** Tries to get the locks of one file; between them others have their turn, for a minute and a half in all. */
const MAX_ATTEMPTS = 30;

/** SQLSTATE of a lock that wasn't had in time, and of two that wait for each other. */
const LOCK_UNAVAILABLE = new Set(['55P03', '40P01']);

/** Files that build indexes while others write: no transaction can hold that. */
const CONCURRENTLY = '.concurrently.sql';

/**
 * Brings the database to the newest version: each file in a transaction of its own, under an advisory lock, so that any
 * number of nodes may start at once, while nodes of the version before go on. A file `….concurrently.sql` is done statement
 * by statement outside of any, by one node at a time; it must be fit to be begun anew. Never goes back: files that only a newer
 * version has stay applied, because what they changed keeps this one running (CONTRIBUTING, Habits).
 *
 * @param connection the owner's connection, not one through a transaction pooler
 * @param folder the product's own, but in tests
 * @returns names of the files that were applied
 * @throws when a file fails, or a table is held by others for more than a minute
 */
export async function migrate(connection: pg.ClientConfig, log: Log, folder = MIGRATIONS): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const applied: string[] = [];
    for (const file of files) {
      const apply = file.endsWith(CONCURRENTLY)
        ? () => withClusterMutex(connection, () => applyConcurrently(client, folder, file))
        : () => applyInTransaction(client, folder, file);
      if (await withLockRetry(file, log, apply)) applied.push(file);
    }
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    await logNewerMigrations(client, files, log);
    return applied;
  } finally {
    await client.end();
  }
}

async function withLockRetry(file: string, log: Log, apply: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply();
    } catch (error) {
      if (tries === MAX_ATTEMPTS || !LOCK_UNAVAILABLE.has((error as { code?: string }).code ?? '')) throw error;
      log.warn({ file, tries }, 'a migration waits for a table that others use');
      await sleep(LOCK_MS * (1 + Math.random()));
    }
  }
}

async function applyInTransaction(client: pg.Client, folder: string, file: string): Promise<boolean> {
  await client.query('BEGIN');
  try {
    // Transaction-scoped, so it can't outlive a killed process or be left behind in a pooler. Other nodes may wait for it
    // as long as it takes: they hold nothing.
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rowCount } = await client.query('SELECT FROM schema_migrations WHERE name = $1', [file]);
    if (!rowCount) {
      await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      await client.query(await readFile(join(folder, file), 'utf8'));
      await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [file]);
    }
    await client.query('COMMIT');
    return !rowCount;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function applyConcurrently(client: pg.Client, folder: string, file: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM schema_migrations WHERE name = $1', [file]);
  if (rowCount) return false;
  for (const statement of (await readFile(join(folder, file), 'utf8')).split(/;\s*$/m)) {
    if (statement.trim()) await client.query(statement);
  }
  await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [file]);
  return true;
}

/** A newer version has been here already: in a rolling upgrade both run for a while. */
async function logNewerMigrations(client: pg.Client, files: readonly string[], log: Log): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations WHERE name <> ALL ($1)', [
    files,
  ]);
  if (rows.length === 0) return;
  log.info({ newer: rows.map(({ name }) => name) }, 'the database is of a newer version, this one goes on with it');
}
