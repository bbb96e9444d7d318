import { run, type Trx } from '#server/db/connection.ts';
import type { Tariff } from '#shared/rules/tariff.ts';

export interface TariffRow {
  id: number;
  valid_from: string;
  created_at: string;
  terms: Tariff;
}

const COLUMNS = 'id, valid_from::text AS valid_from, wire_time(created_at) AS created_at, terms';

/** Query of the general tariffs, latest validity first. */
export const TARIFFS = {
  select: `SELECT ${COLUMNS} FROM tariffs WHERE for_client IS NULL`,
  orderBy: 'valid_from DESC, id DESC',
};

/** Counts the general tariffs, and makes other calls of this function wait until the transaction ends. */
export async function lockTariffs(trx: Trx): Promise<number> {
  await run(trx, `SELECT pg_advisory_xact_lock(hashtextextended('tariffs', 0))`);
  const [row] = await run<{ count: number }>(trx, 'SELECT count(*) FROM tariffs WHERE for_client IS NULL');
  return row?.count ?? 0;
}

/** Inserts a general tariff that is valid from a day on. */
export async function insertTariff(trx: Trx, validFrom: string, terms: Tariff, now: Date): Promise<TariffRow> {
  const [row] = await run<TariffRow>(
    trx,
    `INSERT INTO tariffs (valid_from, terms, created_at) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
    [validFrom, JSON.stringify(terms), now],
  );
  return row as TariffRow;
}
