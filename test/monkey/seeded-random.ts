/** A seeded generator: the same seed gives the same sequence. */
export interface Random {
  /** An integer from 0 up to, but not including, `end`. */
  below: (end: number) => number;
  /** An element, or undefined of an empty list. */
  pick: <T>(list: readonly T[]) => T | undefined;
  /** True with the given probability, 0 to 1. */
  chance: (probability: number) => boolean;
  /** Returns an element with a probability proportional to its weight; the list must not be empty. */
  weighted: <T>(list: readonly (readonly [weight: number, element: T])[]) => T;
}

/** Returns a generator by the algorithm Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    below: (end) => Math.floor(next() * end),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (probability) => next() < probability,
    weighted(list) {
      let left = next() * list.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, element] of list) {
        left -= weight;
        if (left < 0) return element;
      }
      return (list.at(-1) as (typeof list)[number])[1];
    },
  };
}
