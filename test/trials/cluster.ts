import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SUPERUSER } from '#server/db/embedded-postgres/initdb.ts';
import type { OsUser } from '#server/db/embedded-postgres/os-user.ts';
import { openDataDir, preparePaths } from '#server/db/embedded-postgres/paths.ts';
import { DATABASE, LOGIN, OWNER } from '#server/db/embedded-postgres/roles.ts';
import type { DatabaseLogin, EmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { freePort, hasEnded, waitForExit } from '#test/e2e/server-process.ts';
import { BUILTIN_LOCALES, findPostgresBinaries, initialiseWith } from '#test/services/postgres-binaries.ts';
import { docsSnippet, replaceInSnippet } from './docs-snippets.ts';
import { until } from './processes.ts';

/** A PostgreSQL server like a provider's: over TCP, prepared as in docs/install.md. */
export interface Cluster extends EmbeddedPostgres {
  /** The operating system's user of the server; undefined for the current one. */
  user: OsUser | undefined;
  /** Folder of the WAL archive. */
  archive: string;
  /** Version of PostgreSQL. */
  major: number;
  start(): Promise<void>;
  /** Runs statements as superuser in the product's database. */
  query<R extends object>(text: string): Promise<R[]>;
}

/**
 * Creates and starts a server in a folder, with roles and database as documented.
 *
 * @param settings of PostgreSQL, which override its file
 */
export async function startCluster(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const { root } = openDataDir(dataDir);
  const places = preparePaths(root);
  const { user, home, data, run } = places;
  const programs = findPostgresBinaries(places);
  const password = randomBytes(12).toString('hex');
  await initialiseWith(programs, places, password);
  const archive = join(home, 'archive');
  await mkdir(archive);
  if (user) await chown(archive, user.uid, user.gid);
  await appendFile(
    join(data, 'postgresql.conf'),
    replaceInSnippet(await docsSnippet('docs/recovery.md', 'Back up a PostgreSQL server', 'archive_mode'), {
      '/archivo': archive,
    }),
  );
  const port = await freePort();
  const loginOf = (name: string, database = DATABASE): DatabaseLogin => ({
    host: '127.0.0.1',
    port,
    database,
    user: name,
    password,
    ssl: false,
  });
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const options = { listen_addresses: '127.0.0.1', port, unix_socket_directories: run, ...settings };
    const words = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(programs.postgres, ['-D', data, ...words], {
      ...user,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = server;
    let output = '';
    server.stderr.on('data', (chunk) => (output += chunk));
    const ready = async () => hasEnded(server) || (await ask(loginOf(SUPERUSER, 'postgres'), 'SELECT 1')).length > 0;
    if ((await until(ready, 60_000)) === null || hasEnded(server))
      throw new Error(`PostgreSQL did not start: ${output}`);
  }

  await start();
  await runScript(
    loginOf(SUPERUSER, 'postgres'),
    replaceInSnippet(knownBy(programs.major, await docsSnippet('docs/install.md', 'The database', 'CREATE ROLE')), {
      '…': password,
    }),
  );
  return {
    owner: loginOf(OWNER),
    login: loginOf(LOGIN),
    superuser: loginOf(SUPERUSER),
    dataFolder: data,
    user,
    archive,
    major: programs.major,
    start,
    query: (text) => ask(loginOf(SUPERUSER), text),
    async stop() {
      if (!child || hasEnded(child)) return;
      child.kill('SIGINT');
      await waitForExit(child);
    },
  };
}

/**
 * Removes the lines of a printed script that older PostgreSQL versions (before 16 and 17) don't support, as
 * documented.
 */
export function knownBy(major: number, script: string): string {
  const later = [
    ...(major < BUILTIN_LOCALES ? [" LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'"] : []),
    ...(major < 16 ? [' WITH INHERIT FALSE, SET TRUE'] : []),
  ];
  return later.reduce((known, words) => known.replaceAll(words, ''), script);
}

/** Runs a script like psql: one statement after the other, `\connect` changes the database. */
async function runScript(login: DatabaseLogin, script: string): Promise<void> {
  let database = login.database;
  for (const line of script.split('\n')) {
    database = /^\\connect (\w+)/.exec(line)?.[1] ?? database;
    if (line.startsWith('\\')) continue;
    for (const statement of line.split(';').filter((text) => text.trim())) await ask({ ...login, database }, statement);
  }
}

/** Runs a statement on a separate connection. */
export async function ask<R extends object>(to: pg.ClientConfig, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionTimeoutMillis: 5000, ...to });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
