import { run, type Trx } from '#server/db/connection.ts';
import type { Tariff } from '#shared/rules/tariff.ts';

export interface TariffRow {
  id: number;
  valid_from: string;
  created_at: string;
  terms: Tariff;
}

const COLUMNS = 'id, valid_from::text AS valid_from, wire_time(created_at) AS created_at, terms';

/** Query of all tariffs, latest validity first. */
export const TARIFFS = { select: `SELECT ${COLUMNS} FROM tariffs`, orderBy: 'valid_from DESC, id DESC' };

/** Inserts a tariff that is valid from a day on. */
export async function insertTariff(trx: Trx, validFrom: string, terms: Tariff, now: Date): Promise<TariffRow> {
  const [row] = await run<TariffRow>(
    trx,
    `INSERT INTO tariffs (valid_from, terms, created_at) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
    [validFrom, JSON.stringify(terms), now],
  );
  return row as TariffRow;
}
