import type { EditedText } from './edit-values.ts';

/** Address fields that determine the location. */
const LOCATION_FIELDS: ReadonlySet<EditedText['field']> = new Set<EditedText['field']>([
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
 * Returns the coordinates to send with an edited address (D1 §3): those of the order while the location is unchanged,
 * otherwise null. A gateway may omit them.
 */
export function editedCoordinates(receiver: object, changes: readonly EditedText[]): Coordinates {
  const { address_longitude = null, address_latitude = null } = receiver as Partial<Coordinates>;
  return changes.some(({ field }) => LOCATION_FIELDS.has(field))
    ? { address_longitude: null, address_latitude: null }
    : { address_longitude, address_latitude };
}
