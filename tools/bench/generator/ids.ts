const SPACE = 2n ** 40n;

/** An id that the database never gives, because its own end at 2^40; scattered like those, as indexes feel it. */
function scattered(n: number): number {
  const first = (BigInt(n) * 668265263717n) % SPACE;
  const mixed = first ^ (first >> 19n);
  return Number(SPACE + ((mixed * 862711908923n) % SPACE)) + 1;
}

/** Ids for generated rows: the same at every run. */
export interface Ids {
  draw(): number;
}

export function generatedIds(): Ids {
  let n = 0;
  return { draw: () => scattered(++n) };
}
