import { dottedPath } from '#web/lib/form-errors.ts';
import type { SubmitError } from '#web/lib/forms.ts';

/**
 * A refusal's field errors as an alert lists them, 'campo: mensaje' (D1 §8), each field by the name that the form gives it.
 * What the alert's title says already isn't said again.
 */
export function fieldErrorLines(failure: SubmitError, labelOf: (field: string) => string): string[] {
  return failure.errors
    .filter(({ message }) => message !== failure.message)
    .map(({ field, message }) => (field === '' ? message : `${labelOf(dottedPath(field))}: ${message}`));
}
