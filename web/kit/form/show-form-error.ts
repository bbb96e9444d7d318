import type { FieldPath, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type ApiError, asApiError } from '#web/kit/call/api-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { fieldErrorLines } from './field-error-lines.ts';
import type { Form } from './forms.ts';

interface ShowOptions<V extends FieldValues> {
  /** Returns the label of a field, by its dotted path. Without it the alert lists no fields. */
  labelOf?: (field: string) => string;
  /** Field to focus if the error names no field of the form. */
  focus?: FieldPath<V>;
  /** Returns the title of the alert; defaults to the server's message. */
  title?: (failure: ApiError) => [title: string, text?: string];
}

/**
 * Shows why saving a form failed: on its fields, above them, and as a danger alert (D1 §8). Shows nothing if the
 * session ended. A form with a title of its own, which D1 doesn't have, shows no alert with the text of its field.
 */
export function showFormError<V extends FieldValues, S extends z.ZodMiniType>(
  form: Form<V, S>,
  error: unknown,
  { labelOf, focus, title }: ShowOptions<V> = {},
): void {
  const failure = asApiError(error);
  if (failure.sessionEnded) return;
  const others = form.showErrors(failure, focus);
  const [head, text] = title ? title(failure) : [failure.message];
  if (title && others.length === 0 && failure.errors.some(({ message }) => message === head)) return;
  alerts.danger(head, text, labelOf && fieldErrorLines(failure, labelOf));
}
