import { prepared, run, type Trx } from '#server/db/connection.ts';
import type { Day } from '#shared/days.ts';
import type { Tariff } from '#shared/rules/tariff.ts';

const VALID = prepared(
  'tariff_valid',
  `SELECT id, CASE WHEN id = $2 THEN NULL ELSE terms END AS terms FROM tariffs
   WHERE valid_from <= $1 ORDER BY valid_from DESC, id DESC LIMIT 1`,
);

/** Reads the tariff that is valid on a day. `terms` is null if the tariff is the one with the id `cachedId`. */
export async function readValidTariff(
  trx: Trx,
  day: Day,
  cachedId: number,
): Promise<{ id: number; terms: Tariff | null } | undefined> {
  const [row] = await run<{ id: number; terms: Tariff | null }>(trx, VALID, [day, cachedId]);
  return row;
}
