import { focusField, type OrderField, type OrderForm } from '#web/orders/form/order-form.ts';
import { choosesPoint } from './chooses-point.ts';
import { RECEIVER_ADDRESS } from './receiver-address.ts';
import type { KnownBuyer } from './use-known-buyers.ts';

/** Fields of the receiver that a known buyer fills in. */
const PERSON = ['first_name', 'last_name', 'document', 'receiver_name', 'email', 'receiver_phone'] as const;

/** A field that a known buyer changed. */
export interface FilledField {
  name: OrderField;
  before: string;
  value: string;
}

function write({ rhf, errorOf }: OrderForm, name: OrderField, value: string): void {
  rhf.setValue(name, value, { shouldDirty: true, shouldValidate: errorOf(name) !== undefined });
}

/**
 * Fills in receiver and address of a known buyer, the address only before a pickup point is chosen. Goes on to the order's number or
 * its first package.
 *
 * @param typed the field that was typed into, and what it contained before
 * @returns the changed fields
 */
export function fillBuyer(
  form: OrderForm,
  { buyer, address }: KnownBuyer,
  typed: Pick<FilledField, 'name' | 'before'>,
): FilledField[] {
  const { rhf } = form;
  // Another postal code would search other points.
  const hasPoint = choosesPoint(rhf.getValues('delivery_mode'), Boolean(rhf.getValues('pickup_point_code')));
  const values: [OrderField, string][] = [
    ...PERSON.map((name): [OrderField, string] => [`receiver.${name}`, buyer[name]]),
    ...(address && !hasPoint ? Object.entries(RECEIVER_ADDRESS) : []).map(([part, name]): [OrderField, string] => [
      name,
      address?.[part as keyof typeof address] ?? '',
    ]),
  ];
  const now = (name: OrderField) => String(rhf.getValues(name) ?? '');
  const beforeTyping = (name: OrderField) => (name === typed.name ? typed.before : now(name));
  const fullName = (read: (name: OrderField) => string) =>
    `${read('receiver.first_name')} ${read('receiver.last_name')}`.trim();
  // While a name is typed, the form writes the receiver's name (`useReceiverName`).
  const isNameDerived = now('receiver.receiver_name') === fullName(now);
  const filled = values
    .map(([name, value]) => ({
      name,
      value,
      before: name === 'receiver.receiver_name' && isNameDerived ? fullName(beforeTyping) : beforeTyping(name),
    }))
    .filter(({ before, value }) => before !== value);
  for (const [name, value] of values) write(form, name, value);
  focusField(form, rhf.getValues('order_id').trim() === '' ? 'order_id' : 'shipments.0.length');
  return filled;
}

/** Restores the fields that weren't edited since. */
export function unfillBuyer(form: OrderForm, filled: readonly FilledField[]): void {
  for (const { name, before, value } of filled) if (form.rhf.getValues(name) === value) write(form, name, before);
  focusField(form, 'receiver.first_name');
}
