/** Low, so that the database still serves other requests meanwhile. */
const CONCURRENCY = 4;

/** Runs the work for each item, four at once, in the list's order. Stops starting new work when the signal aborts. */
export async function forEachConcurrently<T>(
  list: readonly T[],
  signal: AbortSignal,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < list.length && !signal.aborted; first += CONCURRENCY) {
    await Promise.all(list.slice(first, first + CONCURRENCY).map((item, index) => work(item, first + index)));
  }
}
