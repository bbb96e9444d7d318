/** A deterministic pseudo-random generator, so that demonstration data are equal on every machine. */
export interface Random {
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** Returns true with a probability of `of` percent. */
  percent(of: number): boolean;
}

/**
 * Creates a generator for a seed text (FNV-1a over the seed, then Marsaglia's xorshift). Each item of the data has its
 * own generator, so that its values don't depend on the others and an interrupted seeding can be completed.
 */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  state ||= 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  // Discards the first values, which are similar for seeds that differ only in the last letter.
  for (let round = 0; round < 8; round++) next();
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: (list) => list[int(0, list.length - 1)] as never,
    percent: (of) => next() * 100 < of,
  };
}
