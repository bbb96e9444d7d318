import { run, type Trx } from '#server/db/connection.ts';
import type { Day } from '#shared/days.ts';

/** What of the first order's needs the provider has entered. */
export type SetupData = Record<'tariff' | 'terms' | 'pickup_points', boolean>;

/** What is entered; of tariffs, those count that are valid on a day. */
export async function readSetupData(trx: Trx, day: Day): Promise<SetupData | undefined> {
  const [there] = await run<SetupData>(
    trx,
    `SELECT EXISTS (SELECT FROM tariffs WHERE valid_from <= $1) AS tariff, EXISTS (SELECT FROM terms) AS terms,
       EXISTS (SELECT FROM pickup_points WHERE active) AS pickup_points`,
    [day],
  );
  return there;
}
