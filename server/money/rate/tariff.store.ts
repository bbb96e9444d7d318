import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { Day } from '#shared/kit/days.ts';
import type { Tariff } from '#shared/money/rules/tariff.ts';

// A client's own tariff, else the latest general one. A row of the client without a tariff returns it to the general one.
const VALID: Statement<{ id: number; terms: Tariff }> = statement(
  'tariff.valid',
  `SELECT id, terms FROM tariffs
   WHERE id = coalesce(
     (SELECT a.tariff_id FROM client_tariffs a WHERE a.client_id = $2 AND a.valid_from <= $1
       ORDER BY a.valid_from DESC, a.created_at DESC, a.id DESC LIMIT 1),
     (SELECT g.id FROM tariffs g WHERE g.for_client IS NULL AND g.valid_from <= $1
       ORDER BY g.valid_from DESC, g.id DESC LIMIT 1))
     AND (for_client IS NULL OR for_client = $2)`,
  { prepared: true },
);

/** Reads the tariff that prices a client's orders on a day. @param clientId null for the general tariff */
export async function readValidTariff(
  trx: Trx,
  clientId: number | null,
  day: Day,
): Promise<{ id: number; terms: Tariff } | undefined> {
  const [row] = await run(trx, VALID, [day, clientId]);
  return row;
}
