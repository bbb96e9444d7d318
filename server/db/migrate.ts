import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { withClusterMutex } from './start/cluster-mutex.ts';

/** Folder of the migrations: plain SQL files, applied in the order of their names. */
export const MIGRATIONS = join(import.meta.dirname, 'migrations');

// Key of the advisory lock: arbitrary, but unique among the programs on the database server.
const LOCK = 7_364_548_201;

/** Lock timeout in ms. Short, because other transactions queue behind a waiting migration. */
const LOCK_MS = 1000;

/** Attempts to get the locks of one file, within about a minute and a half. Other transactions run between them. */
const MAX_ATTEMPTS = 30;

/** SQLSTATEs of a lock timeout and of a deadlock. */
const LOCK_UNAVAILABLE = new Set(['55P03', '40P01']);

/** Suffix of files with `CREATE INDEX CONCURRENTLY`, which can't run in a transaction. */
const CONCURRENTLY = '.concurrently.sql';

/** The way out for somebody who starts this version on a database that it can't bring up to date. */
const WAY_OUT =
  'Usá la versión con la que se creó, o una base vacía; si tiene los datos de demostración, borrá su carpeta de datos (DATA_DIR) y volvé ' +
  'a iniciar.';

/**
 * Folder of the functions, procedures and triggers, each defined once. Its files may be applied again at any time. What an index, a stored
 * column or a hash depends on stands in a migration instead: another body would need a rebuild.
 */
export const FUNCTIONS = join(import.meta.dirname, 'functions');

/** File with the number of the functions' version, which rises with each change, and the SHA-256 of all their texts. */
export const VERSION_FILE = 'version.json';

/** Reads the version of a folder's functions. */
async function readFunctionsVersion(folder: string): Promise<number> {
  const { version } = JSON.parse(await readFile(join(folder, VERSION_FILE), 'utf8')) as { version: number };
  return version;
}

/** Reads the functions of a folder in the order of their files' names. */
export async function readFunctions(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Returns the version of the functions in a database; 0 for none. @param client a connection of the owner */
async function appliedVersion(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query("SELECT to_regclass('schema_functions') IS NOT NULL AS exists");
  if (!tables[0].exists) return 0;
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM schema_functions',
  );
  return rows[0]?.version ?? 0;
}

/**
 * Returns whether the database lacks the functions of this version. A node of an older version takes nothing back, and logs that.
 *
 * @param client a connection of the owner
 */
async function lacksFunctions(client: pg.Client, version: number, log: Log): Promise<boolean> {
  const applied = await appliedVersion(client);
  if (applied > version) log.info({ applied, version }, 'the database has functions of a newer version');
  return applied < version;
}

/**
 * Applies all functions in the caller's transaction, so that they are committed together.
 *
 * @returns false if another node has applied them since
 */
async function replaceFunctions(client: pg.Client, version: number, folder: string): Promise<boolean> {
  // First, because a session may remember that the table was missing until it locks one.
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_functions (
       version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT current_moment())`,
  );
  if ((await appliedVersion(client)) >= version) return false;
  // A function may call one of a later file.
  await client.query('SET LOCAL check_function_bodies = off');
  for (const text of await readFunctions(folder)) await client.query(text);
  await client.query('INSERT INTO schema_functions (version) VALUES ($1)', [version]);
  return true;
}

/**
 * Applies all missing migrations, and then the functions if the database has an older version of them. Each file runs in its own
 * transaction under an advisory lock, so that several nodes may start at once while nodes of the previous version keep running. A file `….concurrently.sql` runs statement by statement outside a
 * transaction, on one node at a time, and must be idempotent. Never migrates back: migrations of a newer version stay applied,
 * because they keep this version running (CONTRIBUTING, Habits).
 *
 * @param connection the owner's connection, not through a transaction pooler
 * @param folders folders of the migrations and of the functions; tests use others
 * @returns names of the applied files
 * @throws when a file fails, other transactions lock a table for more than a minute, or a migration was applied with another text
 */
export async function migrate(
  connection: pg.ClientConfig,
  log: Log,
  { migrations: folder = MIGRATIONS, functions = FUNCTIONS } = {},
): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const known = await readApplied(client);
    await refuseOtherTexts(known, folder, files);
    const applied: string[] = [];
    for (const file of files) {
      if (known.has(file)) continue;
      const apply = file.endsWith(CONCURRENTLY)
        ? () => withClusterMutex(connection, () => applyConcurrently(client, folder, file))
        : () => applyInTransaction(client, folder, file);
      if (await withLockRetry(file, log, apply)) applied.push(file);
    }
    applied.push(...(await applyFunctions(client, log, functions)));
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    logNewerMigrations(known, files, log);
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Returns the SHA-256 of all applied migrations by name; null where none was kept. Takes no advisory lock, because most nodes start on a
 * migrated database.
 */
async function readApplied(client: pg.Client): Promise<ReadonlyMap<string, string | null>> {
  const { rows: tables } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS exists");
  if (!tables[0].exists) return new Map();
  // The oldest databases have no such column.
  const { rows } = await client.query<{ name: string; sha256: string | null }>(
    "SELECT name, to_jsonb(m)->>'sha256' AS sha256 FROM schema_migrations m",
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** Returns the hash of a migration's text, which is the same with the line endings of another system. */
async function sha256Of(folder: string, file: string): Promise<string> {
  const text = (await readFile(join(folder, file))).toString('utf8');
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

/** Refuses a database to which other texts of its migrations were applied: nothing brings it up to date. */
async function refuseOtherTexts(
  known: ReadonlyMap<string, string | null>,
  folder: string,
  files: readonly string[],
): Promise<void> {
  if ([...known.values()].includes(null))
    throw new Error(`La base de datos es de una versión que no se publicó. ${WAY_OUT}`);
  for (const file of files.filter((name) => known.has(name)))
    if (known.get(file) !== (await sha256Of(folder, file)))
      throw new Error(`La migración ${file} se aplicó a la base de datos con otro texto. ${WAY_OUT}`);
}

async function withLockRetry(file: string, log: Log, apply: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply();
    } catch (error) {
      if (tries === MAX_ATTEMPTS || !LOCK_UNAVAILABLE.has((error as { code?: string }).code ?? '')) throw error;
      log.warn({ file, tries }, 'a migration waits for a locked table');
      await sleep(LOCK_MS * (1 + Math.random()));
    }
  }
}

/** Runs work in a transaction, on one node at a time. It may wait for locks of tables for a second. */
async function inTurn<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    // A transaction-level lock can't outlive a killed process or stay on a pooler's connection. Other nodes may wait for the
    // lock without a timeout, because they hold no other locks.
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function recordApplied(client: pg.Client, folder: string, file: string): Promise<void> {
  const sha256 = await sha256Of(folder, file);
  await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [file, sha256]);
}

const applyInTransaction = (client: pg.Client, folder: string, file: string) =>
  inTurn(client, async () => {
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    // Another node may have applied the file since this one read the list.
    const { rowCount } = await client.query('SELECT FROM schema_migrations WHERE name = $1', [file]);
    if (rowCount) return false;
    await client.query(await readFile(join(folder, file), 'utf8'));
    await recordApplied(client, folder, file);
    return true;
  });

/** Applies the functions of this version if the database has older ones. @returns their version as it is logged, or nothing */
async function applyFunctions(client: pg.Client, log: Log, folder: string): Promise<string[]> {
  const version = await readFunctionsVersion(folder);
  // Without the lock, because most nodes find nothing to do.
  if (!(await lacksFunctions(client, version, log))) return [];
  const apply = () => inTurn(client, () => replaceFunctions(client, version, folder));
  return (await withLockRetry('functions', log, apply)) ? [`functions ${version}`] : [];
}

async function applyConcurrently(client: pg.Client, folder: string, file: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM schema_migrations WHERE name = $1', [file]);
  if (rowCount) return false;
  for (const statement of (await readFile(join(folder, file), 'utf8')).split(/;\s*$/m)) {
    if (statement.trim()) await client.query(statement);
  }
  await recordApplied(client, folder, file);
  return true;
}

/** Logs migrations of a newer version, which are normal during a rolling upgrade. */
function logNewerMigrations(known: ReadonlyMap<string, string | null>, files: readonly string[], log: Log): void {
  const newer = [...known.keys()].filter((name) => !files.includes(name));
  if (newer.length === 0) return;
  log.info({ newer }, 'the database has migrations of a newer version; this version keeps running');
}
