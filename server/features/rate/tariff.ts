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

/** Maximum number of cached tariffs: as many clients as order at the same time have tariffs of their own. */
const MAX_CACHED = 100;

// Cache per database without invalidation: a tariff never changes. Which tariff prices a client's orders is read each time, in the
// client's transaction, so a cached tariff is never used for another client.
const caches = new WeakMap<Database, Map<number, ValidTariff>>();

/**
 * Returns the tariff that prices a client's orders on a day, its own or the general one; null if the provider has not entered one yet.
 * Caches the terms, so that later calls read only the id.
 *
 * @param clientId null for the general tariff
 */
export async function findTariff(
  db: Database,
  trx: Trx,
  clientId: number | null,
  day: Day,
): Promise<ValidTariff | null> {
  const cache = caches.get(db) ?? new Map<number, ValidTariff>();
  caches.set(db, cache);
  const row = await readValidTariff(trx, clientId, day, [...cache.keys()]);
  if (!row) return null;
  const tariff = row.terms === null ? cache.get(row.id) : { id: row.id, terms: row.terms };
  // Another call may have evicted it meanwhile.
  if (!tariff) return readUncached(trx, clientId, day);
  // The least recently used one is evicted first.
  cache.delete(tariff.id);
  cache.set(tariff.id, tariff);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  return tariff;
}

async function readUncached(trx: Trx, clientId: number | null, day: Day): Promise<ValidTariff | null> {
  const row = await readValidTariff(trx, clientId, day, []);
  return row?.terms ? { id: row.id, terms: row.terms } : null;
}

/** Returns the tariff that prices a client's orders on a day. @throws Failure 422 if there is none */
export async function validTariff(db: Database, trx: Trx, clientId: number, day: Day): Promise<ValidTariff> {
  const tariff = await findTariff(db, trx, clientId, day);
  if (!tariff) throw noTariff();
  return tariff;
}

/** Returns the Failure of a call that needs a price when there is no tariff. */
export function noTariff(): Failure {
  return new Failure(422, messages.noTariff, [{ field: '', message: messages.noTariff }]);
}
