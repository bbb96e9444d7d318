import { AsyncLocalStorage } from 'node:async_hooks';

/** Too many items wait: the call is refused with 503, as by load shedding (`isShed`). */
export class OverloadError extends Error {
  readonly code = 'OVERLOADED';
}

/** Passes an item to work that several callers share. @returns the item's result */
export type Gatherer<T, R> = (item: T) => Promise<R>;

interface Limits<T> {
  /** Runs in progress at the same time. */
  atOnce: number;
  /** Maximum weight of a run's items. A heavier item has a run of its own. */
  most: number;
  weightOf: (item: T) => number;
  /** Weight of the items that may wait. */
  maxWaiting: number;
}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs work for items that arrive at the same time together (batching). An item begins at once if fewer than `atOnce` runs are in
 * progress. Otherwise it waits until one ends; the next run takes all that wait, in the order of their arrival, up to `most`. No timer
 * delays an item. The more items arrive, the larger the runs become.
 *
 * @param work returns the result of each item, in their order. It runs outside of the callers' asynchronous contexts. An error rejects the
 *   items of its run only
 * @throws (from the function) OverloadError when too many items wait
 */
export function gather<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { atOnce, most, weightOf, maxWaiting }: Limits<T>,
): Gatherer<T, R> {
  const outsideOfCalls = AsyncLocalStorage.snapshot();
  const waiting: Waiting<T, R>[] = [];
  const weigh = (items: readonly Waiting<T, R>[]) => items.reduce((sum, { item }) => sum + weightOf(item), 0);
  let running = 0;

  function takeNext(): Waiting<T, R>[] {
    let weight = 0;
    const end = waiting.findIndex(({ item }, nth) => {
      weight += weightOf(item);
      return nth > 0 && weight > most;
    });
    return waiting.splice(0, end === -1 ? waiting.length : end);
  }

  async function runNext(): Promise<void> {
    running++;
    const items = takeNext();
    try {
      const results = await work(items.map(({ item }) => item));
      for (const [nth, { resolve }] of items.entries()) resolve(results[nth] as R);
    } catch (error) {
      for (const { reject } of items) reject(error);
    }
    running--;
    if (waiting.length > 0) void runNext();
  }

  return async (item) => {
    if (weigh(waiting) >= maxWaiting) throw new OverloadError('too many items wait');
    return new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < atOnce) void outsideOfCalls(runNext);
    });
  };
}
