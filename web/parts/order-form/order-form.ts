import type { FieldPath } from 'react-hook-form';
import type { Form } from '#web/lib/forms.ts';
import type { OrderSchema } from './order-schema.ts';
import type { OrderValues } from './order-values.ts';

/** The form of an order, as its parts take it. */
export type OrderForm = Form<OrderValues, OrderSchema>;

/** The name of one of its fields. */
export type OrderField = FieldPath<OrderValues>;

/** Puts the caret into a field once it is drawn. */
export function focusField(form: OrderForm, name: OrderField): void {
  const { id } = form.field(name);
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.scrollIntoView({ block: 'nearest' });
    field?.focus({ preventScroll: true });
  });
}
