import { execute, run, type Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/list/offset-page.ts';
import { statement } from '#server/db/statement.ts';
import type { Day } from '#shared/kit/days.ts';
import type { Tariff } from '#shared/money/rules/tariff.ts';

/** From a day on, a client has a tariff of its own, or the general one again. */
export interface ClientTariffRow {
  id: number;
  valid_from: Day;
  created_by: string;
  created_at: string;
  /** Whether it applies today. */
  in_force: boolean;
  /** Null for the general tariff. */
  tariff_id: number | null;
  terms: Tariff | null;
}

const ROWS = `SELECT a.id, a.valid_from::text AS valid_from, a.created_by, a.created_at AS at, wire_time(a.created_at) AS created_at, a.tariff_id, t.terms,
    a.id IS NOT DISTINCT FROM (SELECT c.id FROM client_tariffs c WHERE c.client_id = $1 AND c.valid_from <= $2
      ORDER BY c.valid_from DESC, c.created_at DESC, c.id DESC LIMIT 1) AS in_force
  FROM client_tariffs a LEFT JOIN tariffs t ON t.id = a.tariff_id WHERE a.client_id = $1`;

/** Reads a page of a client's tariffs, latest validity first. @param trx a transaction of the role `provider` */
export const readClientTariffs = (trx: Trx, clientId: number, today: Day, place: { page: number; limit: number }) =>
  readOffsetPage<ClientTariffRow>(
    trx,
    { select: ROWS, orderBy: 'valid_from DESC, at DESC, id DESC', values: [clientId, today] },
    place,
  );

const LOCK_CLIENT_TARIFFS = statement(
  'client-tariff.lock-client-tariffs',
  'SELECT count(*) FROM client_tariffs WHERE client_id = $1',
);

/** Counts a client's rows, and makes other calls of this function for the client wait until the transaction ends. */
export async function lockClientTariffs(trx: Trx, clientId: number): Promise<number> {
  await execute(trx, `SELECT pg_advisory_xact_lock(hashtextextended('tariffs', $1::bigint))`, [clientId]);
  const [row] = await run(trx, LOCK_CLIENT_TARIFFS, [clientId]);
  return row?.count ?? 0;
}

const INSERT_OWN_TARIFF = statement(
  'client-tariff.insert-own-tariff',
  `INSERT INTO tariffs (valid_from, terms, created_at, for_client) VALUES ('infinity', $1, $2, $3) RETURNING id`,
);

/** Inserts a tariff of one client's own. @returns its id */
export async function insertOwnTariff(trx: Trx, clientId: number, terms: Tariff, now: Date): Promise<number> {
  const [row] = await run(trx, INSERT_OWN_TARIFF, [JSON.stringify(terms), now, clientId]);
  return row?.id ?? 0;
}

/** Inserts from when a client has a tariff. @param tariffId null for the general one */
export async function insertClientTariff(
  trx: Trx,
  clientId: number,
  { validFrom, tariffId, by, now }: { validFrom: Day; tariffId: number | null; by: string; now: Date },
): Promise<void> {
  await execute(
    trx,
    `INSERT INTO client_tariffs (client_id, valid_from, tariff_id, created_by, created_at) VALUES ($1, $2, $3, $4, $5)`,
    [clientId, validFrom, tariffId, by, now],
  );
}
