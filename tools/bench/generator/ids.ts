const SPACE = 2n ** 40n;

/** Beyond the ids that the database generates (shared/kit/row-id.ts). */
const FIRST = 2n ** 52n;

/** Returns the low part of an id, scattered like that of real ids for the indexes. */
function scattered(n: number): bigint {
  const first = (BigInt(n) * 668265263717n) % SPACE;
  const mixed = first ^ (first >> 19n);
  return (mixed * 862711908923n) % SPACE;
}

/** The month as in real ids: months since the beginning of 2020, UTC. */
function monthOf(time: number): bigint {
  const date = new Date(time);
  return BigInt((date.getUTCFullYear() - 2020) * 12 + date.getUTCMonth());
}

/** Ids for generated rows, identical in every run. */
export interface Ids {
  /** @param created when the row is created, ms since 1970 */
  draw(created: number): number;
}

export function generatedIds(): Ids {
  let n = 0;
  return { draw: (created) => Number(FIRST + monthOf(created) * SPACE + scattered(++n)) + 1 };
}
