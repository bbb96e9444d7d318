import { spawn } from 'node:child_process';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { PostgresPaths } from './paths.ts';
import { isAlive } from './processes.ts';
import { findServer, type RunningServer, waitForServer } from './running-server.ts';

const MAX_LOG_BYTES = 20 * 1024 * 1024;

/**
 * Starts PostgreSQL and waits until it is ready, including recovery after a crash, without a timeout.
 *
 * The server is a child process of the app (not of `pg_ctl`) with its own session, so Ctrl-C in the terminal only reaches the
 * app, which drains connections before it stops the database. The server doesn't inherit the app's environment, which contains
 * secrets.
 *
 * @throws with the end of the server's log if the server exits before it is ready
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
    // Retries while a killed app's server is starting, or backends of a killed server are exiting.
    const transient = /lock file|shared memory block/.test(started) && Date.now() < deadline;
    if (!transient) throw new Error(`PostgreSQL did not start in ${paths.data} (${paths.log}): ${started}`);
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
    // Keeps personal data out of the log: statements, parameters, and values of violated keys.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
  };
  return ['-D', paths.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * Stops the server in fast mode: rolls running statements back and writes a checkpoint. After 30 s stops it in immediate mode,
 * from which the next start recovers.
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
  throw new Error(`PostgreSQL (process ${pid}) doesn't stop`);
}

function sendSignal(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Opens the server's log for appending. Truncates a log that is larger than MAX_LOG_BYTES. */
function openLog(path: string): number {
  const log = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600);
  if (fstatSync(log).size > MAX_LOG_BYTES) ftruncateSync(log);
  return log;
}

/** Returns the log since the position `from`, at most its last 2,000 bytes. */
function readLog(log: number, from: number): string {
  const { size } = fstatSync(log);
  const start = Math.max(from, size - 2000);
  const bytes = Buffer.alloc(size - start);
  readSync(log, bytes, 0, bytes.length, start);
  return bytes.toString('utf8').trim();
}
