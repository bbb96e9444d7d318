import type { Trx } from '#server/db/connection.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { findListedZips } from '#server/provider/zip-code/listed-zips.ts';
import { type ResolvedProvince, resolveProvince } from '#shared/orders/rules/place/zip-province.ts';
import type { EditedReceiver, RequestedReceiver } from './modification.store.ts';

/** Fields of an address that determine its location; the other fields only help to find the door. */
const LOCATION_KEYS: ReadonlySet<keyof EditedReceiver> = new Set([
  'address_street_name',
  'address_street_number',
  'address_zip_code',
  'address_city',
  'address_state',
] as const);

/** Returns whether a key belongs to the delivery address. Observations don't. */
export const isAddressKey = (key: string): boolean => key.startsWith('address_') && key !== 'address_other_info';

export const isLocationKey = (key: string): boolean => (LOCATION_KEYS as ReadonlySet<string>).has(key);

/**
 * Resolves the province of an edited receiver; null if neither postal code nor province change, because they aren't
 * checked again (readings C48). An address that replaces a chosen pickup point is always checked, because the point is assigned again.
 *
 * @throws Failure 422 with `errors` for a province that doesn't match the postal code
 */
export async function resolveChangedLocation(
  trx: Trx,
  before: RequestedReceiver,
  after: RequestedReceiver,
): Promise<ResolvedProvince | null> {
  const isSame = (key: keyof RequestedReceiver) => (before[key] ?? '') === (after[key] ?? '');
  if (isSame('address_zip_code') && isSame('address_state') && isSame('pickup_point_code')) return null;
  const address = { state: after.address_state, zip_code: after.address_zip_code };
  const place = resolveProvince(address, await findListedZips(trx, [address]));
  if (!('field' in place)) return place;
  const { field, message } = place;
  throw refusedField(`receiver.address_${field}`, message);
}
