import { provinceOfAddress } from '#shared/rules/zip.ts';
import type { EditedReceiver } from './modification.store.ts';

/** What of an address says where it is; the rest tells how to find the door. */
const PLACE: ReadonlySet<keyof EditedReceiver> = new Set([
  'address_street_name',
  'address_street_number',
  'address_zip_code',
  'address_city',
  'address_state',
] as const);

export const isPlace = (key: keyof EditedReceiver): boolean => PLACE.has(key);

/** The letter of the province that a receiver is in, by its name or its CPA; null when neither tells. */
export function editedProvince({ address_state, address_zip_code }: EditedReceiver) {
  return provinceOfAddress({ state: address_state, zip_code: address_zip_code })?.letter ?? null;
}
