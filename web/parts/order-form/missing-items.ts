import { flushSync } from 'react-dom';
import type { FieldError } from '#shared/http/failure.ts';
import { dottedPath } from '#web/lib/form-errors.ts';
import type { OrderForm } from './order-form.ts';
import { emptyItem } from './order-values.ts';

/** Gives an empty item to each shipment that is refused for having none, so that there is a field to say so at. */
export function addMissingItems({ rhf }: OrderForm, errors: readonly FieldError[]): void {
  for (const { field } of errors) {
    const [, place] = /^shipments\.(\d+)\.items\.0\b/.exec(dottedPath(field)) ?? [];
    const shipment = Number(place);
    if (place === undefined || rhf.getValues(`shipments.${shipment}.items`)?.length !== 0) continue;
    // Drawn at once: the first wrong field is focused next.
    flushSync(() => rhf.setValue(`shipments.${shipment}.items`, [emptyItem()], { shouldDirty: true }));
  }
}
