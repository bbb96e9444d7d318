import type { Trx } from '#server/db/connection.ts';
import type { Day } from '#shared/kit/days.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import type { Tariff } from '#shared/money/rules/tariff.ts';
import { readValidTariff } from './tariff.store.ts';

/** A tariff with its id, which an order stores with its price. */
export interface ValidTariff {
  id: number;
  terms: Tariff;
}

/**
 * Returns the tariff that prices a client's orders on a day, its own or the general one; null if the provider has not entered one yet.
 *
 * @param clientId null for the general tariff
 */
export async function findTariff(trx: Trx, clientId: number | null, day: Day): Promise<ValidTariff | null> {
  return (await readValidTariff(trx, clientId, day)) ?? null;
}

/** Returns the tariff, or throws if there is none. @throws Failure 422 */
export function requireTariff(tariff: ValidTariff | null): ValidTariff {
  if (!tariff) throw noTariff();
  return tariff;
}

/** Returns the Failure of a call that needs a price when there is no tariff. */
export function noTariff(): Failure {
  return new Failure(422, messages.noTariff, [{ field: '', message: messages.noTariff }]);
}
