import type { Trx } from '#server/db/connection.ts';
import { findListedZips } from '#server/features/zip-code/listed-zips.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { type ResolvedProvince, resolveProvince } from '#shared/rules/zip-province.ts';
import type { EditedReceiver } from './modification.store.ts';

/** Fields of an address that determine its location; the other fields only help to find the door. */
const LOCATION_KEYS: ReadonlySet<keyof EditedReceiver> = new Set([
  'address_street_name',
  'address_street_number',
  'address_zip_code',
  'address_city',
  'address_state',
] as const);

export const isLocationKey = (key: keyof EditedReceiver): boolean => LOCATION_KEYS.has(key);

/**
 * Resolves the province of an edited receiver; null if neither postal code nor province change, because they aren't
 * checked again (readings C48).
 *
 * @throws Failure 422 with `errors` for a province that doesn't match the postal code
 */
export async function resolveChangedLocation(
  trx: Trx,
  before: EditedReceiver,
  after: EditedReceiver,
): Promise<ResolvedProvince | null> {
  if (before.address_zip_code === after.address_zip_code && before.address_state === after.address_state) return null;
  const address = { state: after.address_state, zip_code: after.address_zip_code };
  const place = resolveProvince(address, await findListedZips(trx, [address]));
  if (!('field' in place)) return place;
  const { field, message } = place;
  throw new Failure(422, messages.fields, [{ field: `receiver.address_${field}`, message }]);
}
