import { dottedPath } from './form-errors.ts';
import type { SubmitError } from './forms.ts';

/**
 * Returns the field errors as an alert lists them, 'campo: mensaje' (D1 §8), with the form's labels. Leaves out an
 * error that repeats the alert's title.
 */
export function fieldErrorLines(failure: SubmitError, labelOf: (field: string) => string): string[] {
  return failure.errors
    .filter(({ message }) => message !== failure.message)
    .map(({ field, message }) => (field === '' ? message : `${labelOf(dottedPath(field))}: ${message}`));
}
