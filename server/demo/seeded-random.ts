/** A source of believable variety that always says the same: demonstration data are alike on every machine. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in so many of a hundred cases. */
  percent(of: number): boolean;
}

/**
 * A source of its own for each seed text: what one part draws never moves what another part gets, so that a half-made
 * set can be finished later. FNV-1a over the seed, then Marsaglia's xorshift.
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
  // Seeds that differ in their last letter begin alike.
  for (let round = 0; round < 8; round++) next();
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: (list) => list[int(0, list.length - 1)] as never,
    percent: (of) => next() * 100 < of,
  };
}
