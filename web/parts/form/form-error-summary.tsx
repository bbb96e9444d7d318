import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Form } from '#web/lib/forms.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { FormSubmitError } from './form-submit-error.tsx';

interface FormErrorSummaryProps<V extends FieldValues, S extends z.ZodMiniType> {
  form: Form<V, S>;
  /** What a field is called; gets its dotted path. */
  labelOf: (field: string) => string;
}

/** The top of a form: why it was refused, and what is wrong with it, each a link to its field. */
export function FormErrorSummary<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  labelOf,
}: FormErrorSummaryProps<V, S>) {
  return (
    <>
      <FormSubmitError submitError={form.submitError} labelOf={labelOf} />
      <ErrorSummary
        errors={form.fieldErrors.map(({ name, id, message }) => ({ fieldId: id, label: labelOf(name), message }))}
      />
    </>
  );
}
