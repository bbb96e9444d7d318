import type * as z from 'zod/mini';
import type { FieldError } from '#shared/kit/http/failure.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import type { shippingReceiver } from '#shared/orders/shipments.ts';
import { EDITED_FIELDS, type EditedField, type EditedText, POINT_FIELD } from '#web/orders/order/edited-fields.ts';
import { zipProvinceErrors } from '#web/orders/place/zip-province-check.ts';

export type { EditedField, EditedText } from '#web/orders/order/edited-fields.ts';

/** Field of the edit-order payload (D1 §3), by part of an address. */
export const EDITED_ADDRESS = {
  street_name: 'receiver.address_street_name',
  street_number: 'receiver.address_street_number',
  floor: 'receiver.address_floor',
  apartment: 'receiver.address_apartment',
  zip_code: 'receiver.address_zip_code',
  state: 'receiver.address_state',
  city: 'receiver.address_city',
  neighborhood_name: 'receiver.address_neighborhood_name',
  other_info: 'receiver.address_other_info',
} as const;

const FIELDS = Object.keys(EDITED_FIELDS) as EditedField[];

export interface EditValues {
  receiver: Record<EditedField, string>;
  /** Code of the chosen pickup point; empty for an order that goes to its address. */
  pickup_point_code: string;
}

/** Returns the form's values; fields that the gateway omits are empty. */
export function editValues(receiver: Partial<z.output<typeof shippingReceiver>>, pointCode = ''): EditValues {
  const texts = FIELDS.map((field) => [field, receiver[field] ?? '']);
  return { receiver: Object.fromEntries(texts) as EditValues['receiver'], pickup_point_code: pointCode };
}

/** Returns a field's label, or its path when the form has no such field. */
export function editLabel(path: string): string {
  if (path === POINT_FIELD) return 'Punto de retiro';
  const field = path.replace(/^receiver\./, '');
  return field in EDITED_FIELDS ? EDITED_FIELDS[field as EditedField] : path;
}

/**
 * Checks postal code against province. An unchanged pair is not checked: it may be older than the rule (readings C48).
 */
export function editZipProvinceErrors(
  before: EditValues,
  { receiver }: EditValues,
  zips: ListedZips | null,
): FieldError[] {
  const { address_zip_code: zip_code, address_state: state } = receiver;
  const isSame = (field: 'address_zip_code' | 'address_state') =>
    before.receiver[field].trim() === receiver[field].trim();
  if (isSame('address_zip_code') && isSame('address_state')) return [];
  return zipProvinceErrors({ zip_code, state }, zips, EDITED_ADDRESS);
}

/** Returns the changed fields in the order of the form; a pickup point by its code. */
export function changesBetween(before: EditValues, after: EditValues): EditedText[] {
  const texts: EditedText[] = FIELDS.map((field) => ({
    field,
    label: EDITED_FIELDS[field],
    before: before.receiver[field].trim(),
    after: after.receiver[field].trim(),
  }));
  const point = { before: before.pickup_point_code, after: after.pickup_point_code };
  return [...texts, { field: POINT_FIELD, label: 'Punto de retiro', ...point } as const].filter(
    (text) => text.before !== text.after,
  );
}
