/** A random number generator with the same sequence in every run. */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below `n`. */
  below(n: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32: 32 bits of state are plenty for a few million rows. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { next, below, pick: (list) => list[below(list.length)] as never };
}

/** Returns a function that picks entries with a probability proportional to `weight`. */
export function weighted<T extends { weight: number }>(list: readonly T[]): (random: Random) => T {
  let total = 0;
  const ends = list.map((entry) => {
    total += entry.weight;
    return { entry, end: total };
  });
  return (random) => {
    const at = random.next() * total;
    // Binary search of the first entry that ends after `at`: a list may contain thousands.
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at < (ends[middle]?.end ?? 0)) high = middle;
      else low = middle + 1;
    }
    return ends[low]?.entry as T;
  };
}
