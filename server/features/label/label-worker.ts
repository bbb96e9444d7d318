import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createConcurrencyLimit, createKeyedQueue } from '#server/platform/concurrency-limit.ts';
import { createWorkerThread } from '#server/platform/worker-thread.ts';
import type { LabelJobs } from './label-worker-thread.ts';

/** Clients whose jobs go on in turns, and how much may wait: of one client, and of all. */
const MAX_CONCURRENT_JOBS = 4;
const MAX_WAITING_JOBS = { client: 20, all: 200 };

// One for the process: drawing takes a core, and the event loop needs the other.
const worker = createWorkerThread(new URL('./label-worker-thread.ts', import.meta.url), {
  idleMs: 60_000,
  memoryMb: 256,
});
const concurrencyLimit = createConcurrencyLimit({ concurrency: MAX_CONCURRENT_JOBS, maxQueued: MAX_WAITING_JOBS.all });
const clientQueue = createKeyedQueue({ maxQueued: MAX_WAITING_JOBS.client });

/**
 * Draws labels beside the event loop. The bytes come as they are made, and are kept until they are read, so that nobody who
 * reads slowly holds others up. Comes back with the first of them. The signal stops the drawing at the next label.
 *
 * @param clientId has one file at a time, from the first label drawn to the last byte read; the next ones wait
 * @throws Failure 503 when too much waits
 */
export async function renderLabels<K extends keyof LabelJobs>(
  clientId: number,
  kind: K,
  job: LabelJobs[K],
  signal: AbortSignal,
): Promise<Readable> {
  const file = new PassThrough();
  // Heard again by whoever reads on; without a listener it would end the process.
  file.on('error', () => {});
  const turn = clientQueue(clientId, async () => {
    await concurrencyLimit(() => worker.run(kind, job, (bytes) => file.write(bytes), signal));
    file.end();
    await finished(file);
  });
  turn.catch((problem: Error) => file.destroy(problem));
  // Whoever goes away may have left it unread.
  signal.addEventListener('abort', () => file.destroy(signal.reason as Error), { once: true });
  await once(file, 'readable');
  return file;
}
