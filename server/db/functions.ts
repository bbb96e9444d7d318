import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Log } from '#server/platform/log.ts';

/**
 * Folder of the functions, procedures and triggers, each defined once. Its files may be applied again at any time. What an index, a stored
 * column or a hash depends on stands in a migration instead: another body would need a rebuild.
 */
export const FUNCTIONS = join(import.meta.dirname, 'functions');

/** File with the number of the functions' version, which rises with each change, and the SHA-256 of all their texts. */
export const VERSION_FILE = 'version.json';

/** Reads the version of a folder's functions. */
export async function readFunctionsVersion(folder: string): Promise<number> {
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
export async function lacksFunctions(client: pg.Client, version: number, log: Log): Promise<boolean> {
  const applied = await appliedVersion(client);
  if (applied > version) log.info({ applied, version }, 'the database has functions of a newer version');
  return applied < version;
}

/**
 * Applies all functions in the caller's transaction, so that they are committed together.
 *
 * @returns false if another node has applied them since
 */
export async function replaceFunctions(client: pg.Client, version: number, folder: string): Promise<boolean> {
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
