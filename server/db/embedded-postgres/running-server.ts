import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, pidExists, ps } from './processes.ts';

/** A server that runs on the data folder, as its `postmaster.pid` describes it. */
export type RunningServer = {
  /** Undefined when it runs where its number says nothing to us (another container on the same volume). */
  pid: number | undefined;
  /** Folder of the socket, or 127.0.0.1. */
  host: string;
  port: number;
  /** False while it recovers or stops. */
  ready: boolean;
};

/**
 * The server that runs on this data folder, if any. What `postmaster.pid` says is not believed: the process must exist,
 * be no zombie and work in this folder, or at the least its socket must answer.
 */
export async function findServer(data: string): Promise<RunningServer | undefined> {
  const written = readPidFile(data);
  if (!written) return undefined;
  const { pid, ...server } = written;
  if (isPostmaster(pid, data)) return { pid, ...server };
  if (await answers(server.host, server.port)) return { pid: undefined, ...server };
  return undefined;
}

/** The running server once it is ready; undefined when none runs, or when it was on its way out. */
export async function waitForServer(data: string): Promise<RunningServer | undefined> {
  for (;;) {
    const server = await findServer(data);
    if (!server || server.ready) return server;
    await sleep(20);
  }
}

/**
 * Removes a `postmaster.pid` whose number now belongs to a zombie or to somebody else's process. PostgreSQL itself takes
 * both for its predecessor and refuses to start; what it finds out by the shared memory (backends that outlive their
 * postmaster) it goes on checking without the file. To be called in a turn, when `findServer` found none.
 */
export function removeStalePidFile(data: string): boolean {
  const written = readPidFile(data);
  if (!written || !pidExists(written.pid)) return false;
  rmSync(join(data, 'postmaster.pid'), { force: true });
  return true;
}

/** Lines of postmaster.pid: number, folder, start, port, socket's folder, address listened on, shared memory, state. */
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
    // A postmaster works in its data folder.
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    // Another user's process: neither ours nor root's database user's.
    return false;
  }
}

/** Whether somebody accepts connections there. */
function answers(host: string, port: number): Promise<boolean> {
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
