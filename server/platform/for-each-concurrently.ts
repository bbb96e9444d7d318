/** So many actions at once: the database serves other people meanwhile. */
const CONCURRENCY = 4;

/** Does the work for each of a list, a few at once, in the list's order; ends early when the signal is aborted. */
export async function forEachConcurrently<T>(
  list: readonly T[],
  signal: AbortSignal,
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < list.length && !signal.aborted; first += CONCURRENCY) {
    await Promise.all(list.slice(first, first + CONCURRENCY).map((one, index) => work(one, first + index)));
  }
}
