import { flushSync } from 'react-dom';
import type { FieldError } from '#shared/kit/http/failure.ts';
import { dottedPath } from '#web/kit/form/form-errors.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { emptyItem } from '#web/orders/form/order-values.ts';

/** Adds an empty item to each shipment that the server rejected for having none, so that a field can show the error. */
export function addMissingItems({ rhf }: OrderForm, errors: readonly FieldError[]): void {
  for (const { field } of errors) {
    const [, index] = /^shipments\.(\d+)\.items\.0\b/.exec(dottedPath(field)) ?? [];
    const shipment = Number(index);
    if (index === undefined || rhf.getValues(`shipments.${shipment}.items`)?.length !== 0) continue;
    // Rendered synchronously: the first invalid field is focused next.
    flushSync(() => rhf.setValue(`shipments.${shipment}.items`, [emptyItem()], { shouldDirty: true }));
  }
}
