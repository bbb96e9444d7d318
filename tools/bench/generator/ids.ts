const SPACE = 2n ** 40n;

/** Returns an id beyond the database's range (2^40), scattered like real ids for the indexes. */
function scattered(n: number): number {
  const first = (BigInt(n) * 668265263717n) % SPACE;
  const mixed = first ^ (first >> 19n);
  return Number(SPACE + ((mixed * 862711908923n) % SPACE)) + 1;
}

/** Ids for generated rows, identical in every run. */
export interface Ids {
  draw(): number;
}

export function generatedIds(): Ids {
  let n = 0;
  return { draw: () => scattered(++n) };
}
