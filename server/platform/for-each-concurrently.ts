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
  let failed: { error: unknown } | null = null;
  const worker = async () => {
    // The workers take their items from the same iterator.
    for (const [index, item] of waiting) {
      if (signal.aborted || failed) return;
      await work(item, index).catch((error: unknown) => {
        failed ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  if (failed) throw (failed as { error: unknown }).error;
}
