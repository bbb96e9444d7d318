import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listOrders } from '#shared/orders/orders.ts';
import { freePort } from '#test/e2e/server-process.ts';
import { processEnvironment } from '#test/services/process-environment.ts';
import { median } from '#tools/bench/measure.ts';
import type { Limit } from '#tools/bench/report.ts';
import type { Subjects } from './subjects.ts';

/** Limits: the best peer's time from cold start to the first list, and its idle memory, measured on a similar machine. */
const PEER = { startSeconds: 2.6, memoryMb: 180 };

interface Started {
  url: string;
  process: ChildProcess;
  begun: number;
  stop(): Promise<void>;
}

/** The product in a separate process, started as by `npm start`. */
async function startProduct(env: NodeJS.ProcessEnv): Promise<Started> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: {
      ...processEnvironment(),
      LOG_LEVEL: 'error',
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    begun,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Polls until the response is 200. @returns seconds since the start */
async function answered(server: Started, path: string, headers: Record<string, string> = {}): Promise<number> {
  for (;;) {
    const answer = await fetch(`${server.url}${path}`, { headers }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return (performance.now() - server.begun) / 1000;
    if (server.process.exitCode !== null) throw new Error('the server exited unexpectedly');
    await sleep(5);
  }
}

/** Returns the proportional set size (PSS) of a process in MB: shared pages are divided among their processes. */
async function shareOfMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1024;
}

/**
 * Measures the start with an empty folder and with the prepared data, and the memory of the idle process.
 *
 * @param idleMs idle time before the memory is measured
 * @param env settings of the prepared database, whose PostgreSQL must be stopped
 */
export async function measureStarts(
  env: NodeJS.ProcessEnv,
  { reader }: Subjects,
  { rounds, idleMs }: { rounds: number; idleMs: number },
): Promise<Limit[]> {
  const [listening, complete, first, memory]: number[][] = [[], [], [], []];
  for (let round = 0; round < rounds; round++) {
    const folder = await mkdtemp(join(tmpdir(), 'remito-start-'));
    const empty = await startProduct({ DATA_DIR: folder });
    listening?.push(await answered(empty, '/login'));
    complete?.push(await answered(empty, '/readyz'));
    await empty.stop();
    await rm(folder, { recursive: true, force: true });

    const kept = await startProduct(env);
    const headers = { authorization: `Bearer ${reader.token}` };
    first?.push(await answered(kept, `/api${listOrders.path}?limit=10`, headers));
    await sleep(idleMs);
    memory?.push(await shareOfMemory(kept.process.pid as number));
    await kept.stop();
  }
  const limit = (what: string, unit: string, measured: number[] | undefined, goal: number, aim: number): Limit => ({
    what,
    unit,
    measured: median(measured ?? []),
    goal,
    aim,
  });
  return [
    limit('empty folder, until it listens', 's', listening, 4, 4),
    limit('empty folder, until the demonstration data are complete', 's', complete, 30, 10),
    limit('start to the first real list', 's', first, PEER.startSeconds * 0.25, PEER.startSeconds * 0.15),
    limit('memory of the idle process', 'MB', memory, PEER.memoryMb * 0.5, PEER.memoryMb * 0.35),
  ];
}
