/** Low, so that the database still serves other requests meanwhile. */
const CONCURRENCY = 4;

/**
 * Runs the work for each item, four at once, in the list's order: the next one begins when one is done. Stops starting new work when the
 * signal aborts or an item fails.
 *
 * @throws the first error, after the running work has ended
 */
export async function forEachConcurrently<T>(
  list: readonly T[],
  signal: AbortSignal,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = list.entries();
  const errors: unknown[] = [];
  const worker = async () => {
    // The workers take their items from the same iterator.
    for (const [index, item] of waiting) {
      if (signal.aborted || errors.length > 0) return;
      await work(item, index).catch((error: unknown) => {
        errors.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  if (errors.length > 0) throw errors[0];
}
