import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** Lets work through a few at a time. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Bounds expensive work: so much of it runs at once, so much waits, and what comes on top is refused at once rather than
 * answered late.
 *
 * @throws (from the limit) Failure 503 with Retry-After when the waiting line is full
 */
export function createConcurrencyLimit({
  concurrency,
  maxQueued,
}: {
  concurrency: number;
  maxQueued: number;
}): ConcurrencyLimit {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < concurrency) running++;
    else if (line.length >= maxQueued) {
      throw new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
    } else await new Promise<void>((enter) => line.push(enter));
    try {
      return await work();
    } finally {
      const next = line.shift();
      // The place goes to the next in line, so nobody who comes now can take it.
      if (next) next();
      else running--;
    }
  };
}

/** Lets work through one at a time for each key, in the order in which it came. */
export type KeyedQueue = <T>(key: string | number, work: () => Promise<T>) => Promise<T>;

/**
 * Bounds how much of it waits for its turn, for each key.
 *
 * @throws (from the turns) Failure 503 with Retry-After when the key's line is full
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
