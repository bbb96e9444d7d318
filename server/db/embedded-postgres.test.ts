import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from './embedded-postgres/processes.ts';
import { findServer } from './embedded-postgres/running-server.ts';
import { type DatabaseLogin, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

// A first start takes 0.7 s on an idle machine, and some tests start several servers.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const log = { info() {}, warn() {}, error() {} };
let folder: string;
let dataDir: string;
const open: EmbeddedPostgres[] = [];
const processes: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-pg-'));
  await chmod(folder, 0o755);
  // Contains characters that need quoting in a shell or in PostgreSQL's settings.
  dataDir = join(folder, `a, 'b' "c" ñ`);
});

afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  const [last] = open;
  // Joins a server that a killed app left running, so that the server is stopped too.
  if (last && (await findServer(last.dataFolder))) await start();
  await Promise.all(open.splice(0).map((database) => database.stop()));
  await rm(folder, { recursive: true, force: true });
});

async function start(options: { dataDir?: string; unsafeFast?: boolean } = {}): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log, unsafeFast: true, ...options });
  open.push(database);
  return database;
}

async function query(login: DatabaseLogin, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(login);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts another app on the same DATA_DIR. `server` resolves to the server's process id. The app stops on SIGTERM. */
async function startOtherApp(): Promise<{ app: ChildProcess; server: Promise<number> }> {
  const code = `
    const { startEmbeddedPostgres } = await import(process.argv[1]);
    const database = await startEmbeddedPostgres({ dataDir: process.argv[2], unsafeFast: true, log: {
      info: (fields) => 'joined' in fields && console.log(fields.pid), warn() {}, error() {} } });
    const alive = setInterval(() => {}, 1000);
    process.on('SIGTERM', async () => { await database.stop(); clearInterval(alive); });`;
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const app = spawn(process.execPath, ['--input-type=module', '-e', code, module, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(app);
  const server = (async () => Number((await once(app.stdout, 'data'))[0]))();
  return { app, server };
}

async function runningPid(database: EmbeddedPostgres): Promise<number> {
  const pid = (await findServer(database.dataFolder))?.pid;
  if (pid === undefined) throw new Error('no server runs');
  return pid;
}

test('a first start creates a durable server that is only reachable through its private folder', async () => {
  const database = await start({ unsafeFast: false });
  const [settings] = await query(
    database.superuser,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
       current_setting('full_page_writes') AS pages, current_setting('data_checksums') AS checksums,
       current_setting('wal_level') AS wal, current_setting('server_encoding') AS encoding,
       current_setting('listen_addresses') AS addresses, lower('ÁÑ') AS lower, show_trgm('ñu') = show_trgm('u') AS loses_letters`,
  );
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    wal: 'replica',
    encoding: 'UTF8',
    addresses: '',
    lower: 'áñ',
    loses_letters: false,
  });
  expect(database.login.host.startsWith(dataDir)).toBe(true);
  expect((await stat(database.login.host)).mode & 0o777).toBe(0o700);
  expect((await stat(database.dataFolder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  await expect(query({ ...database.login, password: '' }, 'SELECT 1')).rejects.toThrow('password');
});

test('the owner creates tables, and the login has no rights before it assumes the role app', async () => {
  const database = await start();
  const roles = await query(
    database.superuser,
    `SELECT rolname, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS mighty, rolcanlogin, rolinherit
     FROM pg_roles WHERE rolname IN ('app', 'remito', 'remito_owner') ORDER BY 1`,
  );
  expect(roles).toEqual([
    { rolname: 'app', mighty: false, rolcanlogin: false, rolinherit: false },
    { rolname: 'remito', mighty: false, rolcanlogin: true, rolinherit: false },
    { rolname: 'remito_owner', mighty: false, rolcanlogin: true, rolinherit: true },
  ]);
  await query(
    database.owner,
    'CREATE TABLE samples (name text); INSERT INTO samples VALUES (1); GRANT SELECT ON samples TO app',
  );
  await query(database.owner, 'CREATE INDEX ON samples USING gin (name gin_trgm_ops)');
  await expect(query(database.login, 'TABLE samples')).rejects.toThrow('permission denied');
  await expect(query(database.login, 'CREATE TABLE mine ()')).rejects.toThrow('permission denied');
  await expect(query(database.login, 'SET ROLE remito_owner')).rejects.toThrow('permission denied');
  await expect(query({ ...database.login, database: 'postgres' }, 'SELECT 1')).rejects.toThrow('permission denied');
  const client = new pg.Client(database.login);
  await client.connect();
  await client.query('BEGIN; SET LOCAL ROLE app');
  expect((await client.query('TABLE samples')).rows).toEqual([{ name: '1' }]);
  await client.query('ROLLBACK');
  await client.end();
});

test('data survives a stop and a new start', async () => {
  const first = await start();
  await query(first.owner, 'CREATE TABLE kept AS SELECT 7 AS n');
  await first.stop();
  expect(await findServer(first.dataFolder)).toBeUndefined();
  const second = await start();
  expect(await query(second.owner, 'TABLE kept')).toEqual([{ n: 7 }]);
});

test('Ctrl-C in the terminal only reaches the app, because the server has its own session', async () => {
  const pid = await runningPid(await start());
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [, , group, session] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  expect([Number(group), Number(session)]).toEqual([pid, pid]);
});

test('a second app joins the server, and the last app to stop also stops the server', async () => {
  const database = await start();
  const pid = await runningPid(database);
  const other = await startOtherApp();
  expect(await other.server).toBe(pid);

  await database.stop();
  expect(isAlive(pid)).toBe(true);
  other.app.kill('SIGTERM');
  await once(other.app, 'exit');
  expect(isAlive(pid)).toBe(false);
});

test('apps that start at the same moment on an empty folder share one server', async () => {
  const others = await Promise.all([startOtherApp(), startOtherApp()]);
  const database = await start();
  const pids = await Promise.all(others.map((other) => other.server));
  expect(new Set([...pids, await runningPid(database)]).size).toBe(1);
});

test('an app joins a server that a killed app left running, and doesn’t count the killed app', async () => {
  const other = await startOtherApp();
  const pid = await other.server;
  other.app.kill('SIGKILL');
  await once(other.app, 'exit');
  const database = await start();
  expect(await runningPid(database)).toBe(pid);
  await database.stop();
  expect(isAlive(pid)).toBe(false);
});

/** What exists in the database's folder since a moment of a first start, by the moment. */
const MOMENTS = {
  'while the data folder is created': 'draft.*/global',
  'before the server starts': 'data',
  'while the server starts': 'data/postmaster.pid',
};

test.each(Object.entries(MOMENTS))(
  'an app that is killed during a first start, %s, doesn’t prevent the next start',
  async (_moment, pattern) => {
    const { app } = await startOtherApp();
    const cwd = join(dataDir, 'postgres');
    await expect.poll(() => globSync(pattern, { cwd }), { interval: 2 }).not.toEqual([]);
    app.kill('SIGKILL');
    const database = await start();
    expect(await query(database.owner, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  },
);

test('a killed server is restarted with all committed data', async () => {
  const database = await start({ unsafeFast: false });
  await query(database.owner, 'CREATE TABLE orders AS SELECT generate_series(1, 1000) AS id');
  const killed = await runningPid(database);
  process.kill(killed, 'SIGKILL');
  await expect
    .poll(() => query(database.owner, 'SELECT count(*)::int AS n FROM orders').catch(() => []))
    .toEqual([{ n: 1000 }]);
  expect(await runningPid(database)).not.toBe(killed);
});

test('a postmaster.pid of a dead process, a zombie or a foreign process doesn’t prevent the start', async () => {
  let database = await start();
  // Processes of the database's user, because PostgreSQL ignores processes that it may not signal.
  const { uid, gid } = await stat(database.dataFolder);
  const gone = 2 ** 22 + 1;
  const zombie = await otherProcess('true & echo $!; exec sleep 60', { uid, gid });
  await expect.poll(() => isAlive(zombie)).toBe(false);
  const foreign = await otherProcess('echo $$; exec sleep 60', { uid, gid });
  for (const pid of [gone, zombie, foreign]) {
    const pidFile = join(database.dataFolder, 'postmaster.pid');
    const text = await readFile(pidFile, 'utf8');
    const ours = await runningPid(database);
    await database.stop();
    // The state after a crash, when another process has got the server's process id.
    await writeFile(pidFile, text.replace(String(ours), String(pid)));
    await chown(pidFile, uid, gid);
    database = await start();
    expect(await query(database.owner, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  }
});

/** Runs a shell script that prints a process id, and returns the id. */
async function otherProcess(script: string, user: { uid: number; gid: number }): Promise<number> {
  const child = spawn('/bin/sh', ['-c', script], { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
  processes.push(child);
  const [line] = await once(child.stdout, 'data');
  return Number(line);
}

test('if the path is too long for a socket, only the socket is in another private folder', async () => {
  const long = join(folder, 'x'.repeat(60), 'a folder, with "odd" letters ñ', 'y'.repeat(30));
  await mkdir(long, { recursive: true });
  const database = await start({ dataDir: long });
  expect(database.dataFolder.startsWith(long)).toBe(true);
  expect(database.login.host.startsWith(long)).toBe(false);
  expect((await stat(database.login.host)).mode & 0o777).toBe(0o700);
  expect(await query(database.owner, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  await database.stop();
  expect(existsSync(database.login.host)).toBe(false);
  expect(await query((await start({ dataDir: long })).owner, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('missing passwords stop the start with an explanation', async () => {
  const first = await start();
  await first.stop();
  await rm(join(dataDir, 'postgres.json'));
  await expect(start()).rejects.toThrow('is missing: restore it');
  open.length = 0;
});
