import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { hasEnded, waitForExit } from '#test/e2e/server-process.ts';
import { ROOT } from '#test/trials/docs-snippets.ts';
import { until } from '#test/trials/processes.ts';
import type { Machines } from './machines.ts';

/** HAProxy before the database machines, with docs/samples/haproxy.cfg. */
export interface DatabaseProxy {
  host: string;
  /** Sends commands to HAProxy's admin socket. */
  command(...lines: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** @param host address of loopback that it listens on */
export async function startDatabaseProxy(folder: string, machines: Machines, host: string): Promise<DatabaseProxy> {
  const its = join(folder, 'haproxy');
  await mkdir(its);
  const [socket, config] = [join(its, 'admin.sock'), join(its, 'haproxy.cfg')];
  const sample = await readFile(join(ROOT, 'docs', 'samples', 'haproxy.cfg'), 'utf8');
  await writeFile(
    config,
    machines.replaced(sample).replaceAll('127.0.0.1:', `${host}:`).replace('/run/haproxy/admin.sock', socket),
  );
  const child: ChildProcess = spawn('/usr/sbin/haproxy', ['-db', '-f', config], {
    cwd: its,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const listens = async () => hasEnded(child) || (await send(socket, 'show info')).includes('HAProxy');
  if ((await until(listens, 10_000)) === null || hasEnded(child)) throw new Error(`HAProxy did not start: ${output}`);
  return {
    host,
    async command(...lines) {
      for (const line of lines) {
        const answer = (await send(socket, line)).trim();
        if (answer) throw new Error(`HAProxy answered “${answer}” to “${line}”`);
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await waitForExit(child);
    },
  };
}

/** Sends a line to an admin socket. @returns the answer */
function send(path: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    socket.once('error', reject);
    socket.once('end', () => resolve(answer));
    socket.once('connect', () => socket.write(`${line}\n`));
  });
}
