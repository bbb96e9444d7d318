import type { Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import type { Day } from '#shared/days.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { Tariff } from '#shared/rules/tariff.ts';
import { readValidTariff } from './tariff.store.ts';

/** A tariff with its id, which an order stores with its price. */
export interface ValidTariff {
  id: number;
  terms: Tariff;
}

// Cache per database without invalidation: a tariff never changes, a new tariff replaces it.
const tariffCache = new WeakMap<Database, ValidTariff>();

/**
 * Returns the tariff that is valid on a day; null if the provider has not entered one yet. Caches the terms, so that
 * later calls read only the id.
 */
export async function findTariff(db: Database, trx: Trx, day: Day): Promise<ValidTariff | null> {
  const cached = tariffCache.get(db);
  const row = await readValidTariff(trx, day, cached?.id ?? 0);
  if (!row) return null;
  if (row.terms === null) return cached as ValidTariff;
  const tariff = { id: row.id, terms: row.terms };
  tariffCache.set(db, tariff);
  return tariff;
}

/** Returns the tariff that is valid on a day. @throws Failure 422 if there is none */
export async function validTariff(db: Database, trx: Trx, day: Day): Promise<ValidTariff> {
  const tariff = await findTariff(db, trx, day);
  if (!tariff) throw noTariff();
  return tariff;
}

/** Returns the Failure of a call that needs a price when there is no tariff. */
export function noTariff(): Failure {
  return new Failure(422, messages.noTariff, [{ field: '', message: messages.noTariff }]);
}
