import { run, type Trx } from '#server/db/connection.ts';
import type { Day } from '#shared/days.ts';

/** Whether the provider has entered the data that the first order needs. */
export type SetupData = Record<'tariff' | 'terms' | 'pickup_points', boolean>;

/** Reads which data are entered. @param day only tariffs that are valid on this day count */
export async function readSetupData(trx: Trx, day: Day): Promise<SetupData | undefined> {
  const [row] = await run<SetupData>(
    trx,
    `SELECT EXISTS (SELECT FROM tariffs WHERE valid_from <= $1) AS tariff, EXISTS (SELECT FROM terms) AS terms,
       EXISTS (SELECT FROM pickup_points WHERE active) AS pickup_points`,
    [day],
  );
  return row;
}
