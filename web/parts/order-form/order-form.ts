import type { FieldPath } from 'react-hook-form';
import type { Form } from '#web/lib/forms.ts';
import type { OrderSchema } from './order-schema.ts';
import type { OrderValues } from './order-values.ts';

/** The form of an order, as its parts take it. */
export type OrderForm = Form<OrderValues, OrderSchema>;

/** The name of one of its fields. */
export type OrderField = FieldPath<OrderValues>;

/** Frames until a field that was just added is drawn at the latest: its list is told in a second pass. */
const FRAMES = 20;

function focusOnceDrawn(id: string, frames: number): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.scrollIntoView({ block: 'nearest' });
    field?.focus({ preventScroll: true });
    if (!field && frames > 0) focusOnceDrawn(id, frames - 1);
  });
}

/** Puts the caret into a field, also into one that is still to be drawn. */
export function focusField(form: OrderForm, name: OrderField): void {
  focusOnceDrawn(form.field(name).id, FRAMES);
}
