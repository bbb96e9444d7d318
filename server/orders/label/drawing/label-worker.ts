import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createConcurrencyLimit, createKeyedQueue } from '#server/platform/concurrency/concurrency-limit.ts';
import { createWorkerThread } from '#server/platform/concurrency/worker-thread.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import type { LabelJobs } from './label-worker-thread.ts';

/** Concurrency limit of jobs, and the maximum number of waiting jobs per client and in total. */
const MAX_CONCURRENT_JOBS = 4;
const MAX_WAITING_JOBS = { client: 20, all: 200 };

// One worker thread per process: rendering occupies one core, and the event loop needs the other.
const worker = createWorkerThread(new URL('./label-worker-thread.ts', import.meta.url), {
  idleMs: MINUTE_MS,
  memoryMb: 256,
});
const concurrencyLimit = createConcurrencyLimit({ concurrency: MAX_CONCURRENT_JOBS, maxQueued: MAX_WAITING_JOBS.all });
const clientQueue = createKeyedQueue({ maxQueued: MAX_WAITING_JOBS.client });

/**
 * Renders labels in a worker thread. Resolves when the first bytes are available. The bytes are buffered until they are
 * read, so that a slow reader doesn't block the worker.
 *
 * @param clientId a client has one file at a time, from its first label to its last byte read; further files wait
 * @param signal stops the rendering at the next label
 * @throws Failure 503 when too many jobs wait
 */
export async function renderLabels<K extends keyof LabelJobs>(
  clientId: number,
  kind: K,
  job: LabelJobs[K],
  signal: AbortSignal,
): Promise<Readable> {
  const file = new PassThrough();
  // Readers get the error too; without any listener it would end the process.
  file.on('error', () => {});
  const work = clientQueue(clientId, async () => {
    await concurrencyLimit(() => worker.run(kind, job, (bytes) => file.write(bytes), signal));
    file.end();
    await finished(file);
  });
  work.catch((error: Error) => file.destroy(error));
  // Discards the unread rest of the file when the client disconnects.
  signal.addEventListener('abort', () => file.destroy(signal.reason as Error), { once: true });
  await once(file, 'readable');
  return file;
}
