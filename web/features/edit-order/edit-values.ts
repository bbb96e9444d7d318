import type * as z from 'zod/mini';
import type { shippingReceiver } from '#shared/shipments.ts';
import { ADDRESS_LABELS } from '#web/parts/address-fields/address-labels.ts';

/** The address of the edit-order payload (D1 §3), by the parts of an address. */
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

/** What is edited, in the order of the page, and what each is called. */
const LABELS = {
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

export type EditedField = keyof typeof LABELS;

const FIELDS = Object.keys(LABELS) as EditedField[];

export interface EditValues {
  receiver: Record<EditedField, string>;
}

/** The receiver as it is; what a gateway doesn't tell is empty. */
export function editValues(receiver: Partial<z.output<typeof shippingReceiver>>): EditValues {
  const texts = FIELDS.map((field) => [field, receiver[field] ?? '']);
  return { receiver: Object.fromEntries(texts) as EditValues['receiver'] };
}

/** What a field of the form is called; an unknown one stays itself. */
export function editLabel(path: string): string {
  const field = path.replace(/^receiver\./, '');
  return field in LABELS ? LABELS[field as EditedField] : path;
}

export interface EditedText {
  field: EditedField;
  label: string;
  before: string;
  after: string;
}

/** What differs from before, in the order of the page. */
export function changesBetween(before: EditValues, after: EditValues): EditedText[] {
  return FIELDS.map((field) => ({
    field,
    label: LABELS[field],
    before: before.receiver[field].trim(),
    after: after.receiver[field].trim(),
  })).filter((text) => text.before !== text.after);
}
