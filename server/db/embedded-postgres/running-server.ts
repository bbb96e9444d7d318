import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, pidExists, ps } from './processes.ts';

/** A running server, as described by the `postmaster.pid` in its data folder. */
export type RunningServer = {
  /** Undefined if the server runs in another container on the same volume, where process ids differ. */
  pid: number | undefined;
  /** Folder of the socket, or 127.0.0.1. */
  host: string;
  port: number;
  /** False while the server recovers or stops. */
  ready: boolean;
};

/**
 * Returns the server that runs on the data folder, if any. Doesn't trust `postmaster.pid`: the process must exist, be no zombie
 * and have the data folder as working directory, or its socket must accept connections.
 */
export async function findServer(data: string): Promise<RunningServer | undefined> {
  const written = readPidFile(data);
  if (!written) return undefined;
  const { pid, ...server } = written;
  if (isPostmaster(pid, data)) return { pid, ...server };
  if (await acceptsConnections(server.host, server.port)) return { pid: undefined, ...server };
  return undefined;
}

/** Waits until the running server is ready. @returns undefined if no server is running, or it has stopped */
export async function waitForServer(data: string): Promise<RunningServer | undefined> {
  for (;;) {
    const server = await findServer(data);
    if (!server || server.ready) return server;
    await sleep(20);
  }
}

/**
 * Removes a `postmaster.pid` whose process id now belongs to a zombie or to a foreign process, because PostgreSQL would refuse to
 * start. Without the file PostgreSQL still detects backends that outlive their postmaster, through the shared memory. Must be
 * called under the file lock, when `findServer` has found no server.
 */
export function removeStalePidFile(data: string): boolean {
  const written = readPidFile(data);
  if (!written || !pidExists(written.pid)) return false;
  rmSync(join(data, 'postmaster.pid'), { force: true });
  return true;
}

/** Parses postmaster.pid. Lines: process id, data folder, start time, port, socket folder, address, shared memory, state. */
function readPidFile(data: string): (RunningServer & { pid: number }) | undefined {
  let text: string;
  try {
    text = readFileSync(join(data, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [pid, , , port, socketFolder, address, , state] = text.split('\n').map((line) => line.trim());
  if (!Number(pid)) return undefined;
  return { pid: Number(pid), host: socketFolder || address || '', port: Number(port), ready: state === 'ready' };
}

function isPostmaster(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') return ps(pid, 'command=').includes(data);
  try {
    // A postmaster's working directory is its data folder.
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    // A process of another user, so not the database.
    return false;
  }
}

/** Whether a server accepts connections at an address. */
function acceptsConnections(host: string, port: number): Promise<boolean> {
  if (!host) return Promise.resolve(false);
  return new Promise((resolve) => {
    const target = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
    const socket = connect(target);
    socket.setTimeout(2000, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    function finish(answered: boolean) {
      socket.destroy();
      resolve(answered);
    }
  });
}
