import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { Tariff } from '#shared/money/rules/tariff.ts';

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

const LOCK_TARIFFS = statement('staff-tariff.lock-tariffs', 'SELECT count(*) FROM tariffs WHERE for_client IS NULL');

/** Counts the general tariffs, and makes other calls of this function wait until the transaction ends. */
export async function lockTariffs(trx: Trx): Promise<number> {
  await execute(trx, `SELECT pg_advisory_xact_lock(hashtextextended('tariffs', 0))`);
  const [row] = await run(trx, LOCK_TARIFFS);
  return row?.count ?? 0;
}

const INSERT_TARIFF: Statement<TariffRow> = statement(
  'staff-tariff.insert-tariff',
  `INSERT INTO tariffs (valid_from, terms, created_at) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
);

/** Inserts a general tariff that is valid from a day on. */
export async function insertTariff(trx: Trx, validFrom: string, terms: Tariff, now: Date): Promise<TariffRow> {
  return runOne(trx, INSERT_TARIFF, [validFrom, JSON.stringify(terms), now]);
}
