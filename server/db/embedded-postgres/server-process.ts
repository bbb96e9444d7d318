import { spawn } from 'node:child_process';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { PostgresPaths } from './paths.ts';
import { isAlive } from './processes.ts';
import { findServer, type RunningServer, waitForServer } from './running-server.ts';

const MAX_LOG_BYTES = 20 * 1024 * 1024;

/**
 * Starts PostgreSQL and waits until it answers, recovery after a crash included, however long that takes.
 *
 * It is our own child (not `pg_ctl`'s), yet in a session of its own: Ctrl-C in the terminal reaches the app alone, which
 * drains before it stops the database. It inherits none of the app's environment, which holds secrets.
 *
 * @throws with the end of the server's log when it ends before it is ready
 */
export async function launchServer(
  binaries: Binaries,
  paths: PostgresPaths,
  port: number,
  fast: boolean,
): Promise<RunningServer> {
  for (const deadline = Date.now() + 30_000; ; await sleep(250)) {
    const started = (await waitForServer(paths.data)) ?? (await launchOnce(binaries, paths, port, fast));
    if (typeof started !== 'string') return started;
    // A killed app's server was just coming up, or backends of a killed server are still on their way out.
    const passing = /lock file|shared memory block/.test(started) && Date.now() < deadline;
    if (!passing) throw new Error(`PostgreSQL did not start in ${paths.data} (${paths.log}): ${started}`);
  }
}

async function launchOnce(
  binaries: Binaries,
  paths: PostgresPaths,
  port: number,
  fast: boolean,
): Promise<RunningServer | string> {
  const log = openLog(paths.log);
  try {
    const from = fstatSync(log).size;
    const child = spawn(binaries.postgres, serverArguments(paths, port, fast), {
      ...paths.user,
      cwd: paths.home,
      detached: true,
      windowsHide: true,
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
    });
    let ended: string | undefined;
    child.once('error', (error) => {
      ended = error.message;
    });
    child.once('exit', (code, signal) => {
      ended = `ended with ${code ?? signal}`;
    });
    child.unref();
    for (; ended === undefined; await sleep(10)) {
      const server = await findServer(paths.data);
      if (server?.ready && server.pid === child.pid) return server;
    }
    return readLog(log, from) || ended;
  } finally {
    closeSync(log);
  }
}

function serverArguments(paths: PostgresPaths, port: number, fast: boolean): string[] {
  const windows = process.platform === 'win32';
  const settings = {
    listen_addresses: windows ? '127.0.0.1' : '',
    port: String(port),
    unix_socket_directories: windows ? '' : `"${paths.run.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    wal_level: 'replica',
    fsync: fast ? 'off' : 'on',
    synchronous_commit: fast ? 'off' : 'on',
    full_page_writes: fast ? 'off' : 'on',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    // Statements, parameters and the values of a violated key are people's data: they stay out of the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
  };
  return ['-D', paths.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * Stops the server at once but cleanly (running statements are rolled back, a checkpoint is written); after 30 s without
 * success immediately, which the next start repairs from the log.
 */
export async function stopServer(pid: number, binaries: Binaries, paths: PostgresPaths): Promise<void> {
  if (process.platform === 'win32') {
    const stop = spawn(binaries.pgCtl, ['stop', '-D', paths.data, '-m', 'fast', '-t', '30'], { stdio: 'ignore' });
    await new Promise((resolve, reject) => stop.once('exit', resolve).once('error', reject));
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(pid, signal);
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(5)) {
      if (!isAlive(pid)) return;
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}

function sendSignal(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Opens the server's log to write at its end; one that grew large over the months begins anew. */
function openLog(path: string): number {
  const log = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600);
  if (fstatSync(log).size > MAX_LOG_BYTES) ftruncateSync(log);
  return log;
}

/** What was written since `from`, at most the last 2,000 bytes. */
function readLog(log: number, from: number): string {
  const { size } = fstatSync(log);
  const start = Math.max(from, size - 2000);
  const bytes = Buffer.alloc(size - start);
  readSync(log, bytes, 0, bytes.length, start);
  return bytes.toString('utf8').trim();
}
