import { ADDRESS_LABELS } from '#web/orders/place/address-labels.ts';

/** The editable fields of an order and their labels, in the order of the edit form. */
export const EDITED_FIELDS = {
  receiver_name: 'Destinatario',
  email: 'Email',
  receiver_phone: 'Teléfono',
  address_street_name: ADDRESS_LABELS.street_name,
  address_street_number: ADDRESS_LABELS.street_number,
  address_floor: ADDRESS_LABELS.floor,
  address_apartment: ADDRESS_LABELS.apartment,
  address_zip_code: ADDRESS_LABELS.zip_code,
  address_state: ADDRESS_LABELS.state,
  address_city: ADDRESS_LABELS.city,
  address_neighborhood_name: ADDRESS_LABELS.neighborhood_name,
  address_other_info: ADDRESS_LABELS.other_info,
} as const;

export type EditedField = keyof typeof EDITED_FIELDS;

/** Key of the chosen pickup point in a change; its values are codes. */
export const POINT_FIELD = 'pickup_point_code';

export interface EditedText {
  field: EditedField | typeof POINT_FIELD;
  label: string;
  before: string;
  after: string;
}

/**
 * Returns the changes of a modification request in the order of the edit form, without fields that no form shows, such
 * as coordinates.
 */
export function editedTexts(changes: readonly { field: string; before: string; after: string }[]): EditedText[] {
  const byField = new Map(changes.map((change) => [change.field, change]));
  const texts = (Object.keys(EDITED_FIELDS) as EditedField[]).flatMap((field) => {
    const change = byField.get(field);
    return change ? [{ ...change, field, label: EDITED_FIELDS[field] }] : [];
  });
  const point = byField.get(POINT_FIELD);
  return point ? [{ ...point, field: POINT_FIELD, label: 'Punto de retiro' }, ...texts] : texts;
}
