const MODULUS = 2n ** 40n;

/** The id that the database's `next_id()` makes of the nth number of its sequence. */
function scattered(n: number): number {
  const first = (BigInt(n) * 668265263717n) % MODULUS;
  const mixed = first ^ (first >> 19n);
  return Number((mixed * 862711908923n) % MODULUS) + 1;
}

/** Draws ids as the database would, after the ones it has given already; `last` is where its sequence must go on. */
export function idsAfter(given: number): { draw(): number; last(): number } {
  let n = given;
  return { draw: () => scattered(++n), last: () => n };
}
