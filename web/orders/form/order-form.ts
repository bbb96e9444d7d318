import type { FieldPath } from 'react-hook-form';
import type { Form } from '#web/kit/form/forms.ts';
import type { OrderSchema } from './order-schema.ts';
import type { OrderValues } from './order-values.ts';

export type OrderForm = Form<OrderValues, OrderSchema>;

export type OrderField = FieldPath<OrderValues>;

/** Maximum frames until a newly added field is rendered: field arrays update in a second render. */
const FRAMES = 20;

function focusOnceRendered(id: string, frames: number): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.scrollIntoView({ block: 'nearest' });
    field?.focus({ preventScroll: true });
    if (!field && frames > 0) focusOnceRendered(id, frames - 1);
  });
}

/** Focuses a field, also one that is not rendered yet. */
export function focusField(form: OrderForm, name: OrderField): void {
  focusOnceRendered(form.field(name).id, FRAMES);
}
