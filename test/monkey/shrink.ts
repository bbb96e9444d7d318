/**
 * Returns a shorter list that still fails, by delta debugging: removes halves, then quarters, then single elements, as
 * long as what remains fails.
 *
 * @param fails repeats a list and returns whether it fails in the same way
 * @param attempts how often `fails` is called at most
 */
export async function shrink<T>(
  list: readonly T[],
  fails: (candidate: readonly T[]) => Promise<boolean>,
  attempts = 60,
): Promise<readonly T[]> {
  let shortest = list;
  let left = attempts;
  for (let size = Math.ceil(list.length / 2); left > 0 && shortest.length > 1; ) {
    let removed = false;
    for (let start = 0; start < shortest.length && left > 0; ) {
      const candidate = [...shortest.slice(0, start), ...shortest.slice(start + size)];
      left -= 1;
      if (candidate.length > 0 && (await fails(candidate))) {
        shortest = candidate;
        removed = true;
      } else start += size;
    }
    if (size === 1 && !removed) break;
    size = Math.max(1, Math.floor(size / 2));
  }
  return shortest;
}
