import type { Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import type { Day } from '#shared/days.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { Tariff } from '#shared/rules/tariff.ts';
import { readValidTariff } from './tariff.store.ts';

/** A tariff with its id: an order keeps the id of the one it was priced with. */
export interface ValidTariff {
  id: number;
  terms: Tariff;
}

// A tariff is never changed, only followed by another: its terms may be kept as long as the process lives.
const tariffCache = new WeakMap<Database, ValidTariff>();

/**
 * The tariff that is valid on a day; null where the provider has entered none yet. Its terms are read once a process;
 * afterwards only its id is asked for.
 */
export async function findTariff(db: Database, trx: Trx, day: Day): Promise<ValidTariff | null> {
  const kept = tariffCache.get(db);
  const row = await readValidTariff(trx, day, kept?.id ?? 0);
  if (!row) return null;
  if (row.terms === null) return kept as ValidTariff;
  const tariff = { id: row.id, terms: row.terms };
  tariffCache.set(db, tariff);
  return tariff;
}

/** The tariff that is valid on a day. @throws Failure 422 where there is none: nothing is done at a price of nothing */
export async function validTariff(db: Database, trx: Trx, day: Day): Promise<ValidTariff> {
  const tariff = await findTariff(db, trx, day);
  if (!tariff) throw noTariff();
  return tariff;
}

/** The refusal of what needs a price where there is no tariff. */
export function noTariff(): Failure {
  return new Failure(422, messages.noTariff, [{ field: '', message: messages.noTariff }]);
}
