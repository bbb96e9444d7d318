import { examplePickupPoints } from '#server/db/data/pickup-points.ts';
import { exampleTariff } from '#server/db/data/tariff.ts';
import { exampleTerms } from '#server/db/data/terms.ts';
import type { Day } from '#shared/kit/days.ts';

// Key of the advisory lock: arbitrary, but unique among the programs on the database server.
const LOCK = 7_364_548_205;

/** Runs one statement with `$1` parameters and returns its rows. */
type Query = (text: string, values: unknown[]) => Promise<readonly unknown[]>;

/** Number of inserted examples. */
export interface ExampleCounts {
  tariffs: number;
  terms: number;
  pickup_points: number;
}

/**
 * Inserts an example tariff, example terms and example pickup points, each only into an empty table. Safe to run concurrently.
 *
 * @param query runs queries in a transaction of the owner or of the role provider
 * @param from first day of the tariff
 */
export async function seedExamples(query: Query, from: Day): Promise<ExampleCounts> {
  await query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  const tariffs = await query(
    'INSERT INTO tariffs (valid_from, terms) SELECT $1::date, $2 WHERE NOT EXISTS (SELECT FROM tariffs) RETURNING id',
    [from, JSON.stringify(exampleTariff)],
  );
  const terms = await query('INSERT INTO terms (text) SELECT $1 WHERE NOT EXISTS (SELECT FROM terms) RETURNING id', [
    exampleTerms,
  ]);
  const points = await query(
    `INSERT INTO pickup_points (code, name, street, city, province, zip4, hours, lat, lon)
     SELECT * FROM json_to_recordset($1) AS p (code text, name text, street text, city text, province char(1), zip4 int,
       hours text, lat float8, lon float8)
     WHERE NOT EXISTS (SELECT FROM pickup_points) RETURNING code`,
    [JSON.stringify(examplePickupPoints)],
  );
  return { tariffs: tariffs.length, terms: terms.length, pickup_points: points.length };
}
