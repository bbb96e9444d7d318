import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** Runs work, a bounded number of tasks at once (a semaphore). */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a concurrency limit for expensive work: `concurrency` tasks run, `maxQueued` tasks wait, and any further task is
 * refused at once instead of answered late.
 *
 * @throws (from the limit) Failure 503 with Retry-After when the queue is full
 */
export function createConcurrencyLimit({
  concurrency,
  maxQueued,
}: {
  concurrency: number;
  maxQueued: number;
}): ConcurrencyLimit {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < concurrency) running++;
    else if (queue.length >= maxQueued) {
      throw new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
    } else await new Promise<void>((start) => queue.push(start));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      // The slot passes straight to the next waiting task, so a new caller can't take it.
      if (next) next();
      else running--;
    }
  };
}

/** Runs work one task at a time for each key, first come, first served (a mutex per key). */
export type KeyedQueue = <T>(key: string | number, work: () => Promise<T>) => Promise<T>;

/**
 * Creates a keyed queue.
 *
 * @param options maxQueued: tasks that may wait for each key
 * @throws (from the queue) Failure 503 with Retry-After when the key's queue is full
 */
export function createKeyedQueue({ maxQueued }: { maxQueued: number }): KeyedQueue {
  const limits = new Map<string | number, { limit: ConcurrencyLimit; users: number }>();
  return async (key, work) => {
    const entry = limits.get(key) ?? { limit: createConcurrencyLimit({ concurrency: 1, maxQueued }), users: 0 };
    limits.set(key, entry);
    entry.users++;
    try {
      return await entry.limit(work);
    } finally {
      if (--entry.users === 0) limits.delete(key);
    }
  };
}
