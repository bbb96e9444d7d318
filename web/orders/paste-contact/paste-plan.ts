import type { Contact, ContactPart } from '#shared/orders/contact-text/claims/contact-parts.ts';
import { ADDRESS_LABELS } from '#web/orders/place/address-labels.ts';

/** A field that a pasted text changes. */
export interface PlannedField {
  name: string;
  before: string;
  value: string;
  doubtful: boolean;
}

/**
 * Parts that belong together: once the text has one of `leads`, the others are emptied unless it has them as well; with `ifReplaced`
 * only if the text replaces another one.
 */
const GROUPS: readonly { leads: readonly ContactPart[]; others: readonly ContactPart[]; ifReplaced?: true }[] = [
  { leads: ['street_name'], others: ['street_number', 'floor', 'apartment', 'between_1', 'between_2'] },
  { leads: ['city', 'zip_code'], others: ['city', 'zip_code', 'state', 'neighborhood_name'] },
  { leads: ['receiver_name'], others: ['first_name', 'last_name'] },
  // Document, e-mail and phone of another person.
  {
    leads: ['receiver_name', 'first_name', 'last_name'],
    others: ['document', 'email', 'receiver_phone'],
    ifReplaced: true,
  },
];

/** Fewest and most characters of an order's number (D1 §5). */
const ORDER_ID_LENGTH = { min: 2, max: 20 };

/** Labels of the parts that some form has no field for. */
const LABELS: Partial<Record<ContactPart, string>> = { ...ADDRESS_LABELS, document: 'Documento', first_name: 'Nombre' };

/** Returns the field of a part: 'receiver.address.city', or 'receiver.email'. */
const fieldOf = (part: ContactPart | 'other_info', address: string) =>
  part in ADDRESS_LABELS ? `${address}${part}` : `receiver.${part}`;

/**
 * Returns the fields that a contact changes, in the order of its parts and with their present values. Parts without a
 * field are added to the observations, which keep what they contain.
 *
 * @param address beginning of the names of the address fields
 * @param present returns a field's value; null for a field that the form lacks
 */
export function planPaste(contact: Contact, address: string, present: (name: string) => string | null): PlannedField[] {
  const plan: PlannedField[] = [];
  const unplaced: string[] = [];
  const add = (part: ContactPart | 'other_info', value: string, doubtful: boolean) => {
    const name = fieldOf(part, address);
    const before = present(name);
    if (before !== null && before !== value) plan.push({ name, before, value, doubtful });
    return before !== null;
  };
  for (const [part, { value, confidence }] of Object.entries(contact.parts) as [
    ContactPart,
    { value: string; confidence: string },
  ][]) {
    // The receiver's name contains both.
    const isRepeated = contact.parts.receiver_name !== undefined && /^(first|last)_name$/.test(part);
    if (!add(part, value, confidence === 'doubtful') && !isRepeated) unplaced.push(`${LABELS[part]}: ${value}`);
  }
  for (const { leads, others, ifReplaced } of GROUPS) {
    const isReplaced = (part: ContactPart) =>
      plan.some(({ name, before }) => name === fieldOf(part, address) && before.trim() !== '');
    const isGiven = leads.some((part) => contact.parts[part] && (!ifReplaced || isReplaced(part)));
    for (const part of isGiven ? others : []) if (!contact.parts[part]) add(part, '', false);
  }
  doubtNeighborhood(plan, contact, fieldOf('neighborhood_name', address), present);
  const remarks = planOrder(plan, contact, present);
  const observations = [remarks, ...unplaced].filter((text) => text !== '').join('\n');
  const kept = present(fieldOf('other_info', address)) ?? '';
  if (observations !== '' && !kept.includes(observations)) {
    add('other_info', kept.trim() === '' ? observations : `${kept}\n${observations}`, false);
  }
  return plan;
}

/**
 * Fills the order's number into an empty field, or one with the same number.
 *
 * @returns the observations, without the number if the field has it
 */
function planOrder(
  plan: PlannedField[],
  { order, observations }: Contact,
  present: (name: string) => string | null,
): string {
  const before = present('order_id');
  const { min, max } = ORDER_ID_LENGTH;
  if (!order || before === null || order.value.length < min || order.value.length > max) return observations;
  if (before.trim() === order.value) return order.observations;
  if (before.trim() !== '') return observations;
  plan.unshift({ name: 'order_id', before, value: order.value, doubtful: order.confidence === 'doubtful' });
  return order.observations;
}

/** Makes the neighbourhood doubtful if a text with another part of the place leaves it empty: it is required, and few texts have it. */
function doubtNeighborhood(
  plan: PlannedField[],
  { parts }: Contact,
  name: string,
  present: (name: string) => string | null,
): void {
  if (!parts.city && !parts.zip_code) return;
  const planned = plan.find((field) => field.name === name);
  if (planned) planned.doubtful ||= planned.value === '';
  else if (present(name) === '') plan.push({ name, before: '', value: '', doubtful: true });
}
