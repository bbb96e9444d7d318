import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { listOrders } from '#shared/orders/orders.ts';
import type { Child } from '#tools/bench/child.ts';
import type { Subjects } from './subjects.ts';

/** Durations of another client's calls during a job, and the server's peak memory. */
export interface ConcurrentCalls {
  calls: number;
  /** Median and 99th percentile in ms. */
  p50: number;
  p99: number;
  memoryMb: number;
}

/** Time between two calls of the other client, in ms. */
const PAUSE_MS = 5;

/** Runs a job while the largest client reads its list every few milliseconds. */
export async function withConcurrentCalls<T>(
  gateway: Child,
  { reader }: Subjects,
  job: () => Promise<T>,
): Promise<{ result: T; others: ConcurrentCalls }> {
  const times: number[] = [];
  let [memoryMb, over] = [0, false];
  const headers = { authorization: `Bearer ${reader.token}` };
  const reading = (async () => {
    while (!over) {
      const begun = performance.now();
      await (await fetch(`${gateway.url}/api${listOrders.path}?limit=10`, { headers })).arrayBuffer();
      times.push(performance.now() - begun);
      memoryMb = Math.max(memoryMb, await residentMb(gateway.pid));
      await sleep(PAUSE_MS);
    }
  })();
  const result = await job().finally(() => {
    over = true;
  });
  await reading;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { result, others: { calls: times.length, p50: at(0.5), p99: at(0.99), memoryMb } };
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
