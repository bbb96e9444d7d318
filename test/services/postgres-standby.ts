import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { takeBaseBackup } from '#server/db/backup/base-backup.ts';
import { findBinaries } from '#server/db/embedded-postgres/binaries.ts';
import { SUPERUSER } from '#server/db/embedded-postgres/initdb.ts';
import type { EmbeddedPostgres } from '#server/db/embedded-postgres.ts';

/** A streaming replica of an embedded server, with a separate folder and socket. */
export interface Standby {
  /** Connection of the login role. */
  login: pg.ClientConfig;
  start(): Promise<void>;
  /** Kills the standby, like a crash. */
  kill(): Promise<void>;
  /** Pauses and resumes the replay of received changes. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the standby and removes its files. */
  stop(): Promise<void>;
}

const SLOT = 'remito_standby';

/** Copies a running primary and starts a standby on the copy, which follows the primary. */
export async function startStandby(primary: EmbeddedPostgres): Promise<Standby> {
  const { superuser, login, dataFolder } = primary;
  const { uid, gid } = await stat(dataFolder);
  const owner = process.getuid?.() === 0 ? { uid, gid } : undefined;
  const home = await mkdtemp(join(tmpdir(), 'remito-standby-'));
  const [data, run] = [join(home, 'data'), join(home, 'run')];
  await mkdir(run, { mode: 0o700 });
  for (const folder of [home, run]) if (owner) await chown(folder, uid, gid);
  await asked(superuser, `SELECT pg_create_physical_replication_slot('${SLOT}', true)`);
  await takeBaseBackup(primary, data, owner);
  const from = `host=${superuser.host} port=${superuser.port} user=${SUPERUSER} password=${superuser.password}`;
  const settings = `primary_conninfo = '${from}'\nprimary_slot_name = '${SLOT}'\n`;
  await writeFile(join(data, 'postgresql.auto.conf'), settings, { mode: 0o600 });
  await writeFile(join(data, 'standby.signal'), '', { mode: 0o600 });
  for (const name of ['postgresql.auto.conf', 'standby.signal']) if (owner) await chown(join(data, name), uid, gid);

  const { postgres } = findBinaries(owner, dirname(dataFolder));
  const own = { host: run, port: 5432 };
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const options = { listen_addresses: '', unix_socket_directories: run, port: '5432', hot_standby: 'on' };
    const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    child = spawn(postgres, ['-D', data, ...args], { ...owner, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr?.on('data', (chunk) => (output += chunk));
    for (const end = Date.now() + 30_000; ; ) {
      if (child.exitCode !== null) throw new Error(`the standby ended with ${child.exitCode}: ${output}`);
      if (await asked({ ...superuser, ...own }, 'SELECT 1').catch(() => null)) return;
      if (Date.now() > end) throw new Error(`the standby did not answer in time: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const ending = child;
    if (!ending || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  }

  await start();
  return {
    login: { ...login, ...own },
    start,
    kill: () => end('SIGQUIT'),
    pause: () => asked({ ...superuser, ...own }, 'SELECT pg_wal_replay_pause()').then(() => {}),
    resume: () => asked({ ...superuser, ...own }, 'SELECT pg_wal_replay_resume()').then(() => {}),
    async stop() {
      await end('SIGINT');
      await rm(home, { recursive: true, force: true });
      await asked(superuser, `SELECT pg_drop_replication_slot('${SLOT}')`);
    },
  };
}

/** Runs a statement as superuser on a separate connection. */
async function asked(to: pg.ClientConfig, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(to);
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end().catch(() => {});
  }
}
