import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ErrorSummary } from '#web/kit/ui/field/error-summary.tsx';
import { FormSubmitError } from './form-submit-error.tsx';
import type { Form } from './forms.ts';

interface FormErrorSummaryProps<V extends FieldValues, S extends z.ZodMiniType> {
  form: Form<V, S>;
  /** Returns the label of a field, by its dotted path. */
  labelOf: (field: string) => string;
}

/** Error summary at the top of a form: why the submit failed, and the invalid fields as links. */
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
