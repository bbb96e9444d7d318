import type { EditedField, EditedText } from './edit-values.ts';

/** The fields of an address that say where it is. */
const PLACE: ReadonlySet<EditedField> = new Set([
  'address_street_name',
  'address_street_number',
  'address_zip_code',
  'address_state',
  'address_city',
]);

interface Coordinates {
  /** Decimal degrees; null if unknown. */
  address_longitude: number | string | null;
  address_latitude: number | string | null;
}

/**
 * The coordinates to send with an edited address (D1 §3): those of the order as long as the place stays, none for another
 * one. A gateway may keep them to itself.
 */
export function editedCoordinates(receiver: object, changes: readonly EditedText[]): Coordinates {
  const { address_longitude = null, address_latitude = null } = receiver as Partial<Coordinates>;
  return changes.some(({ field }) => PLACE.has(field))
    ? { address_longitude: null, address_latitude: null }
    : { address_longitude, address_latitude };
}
