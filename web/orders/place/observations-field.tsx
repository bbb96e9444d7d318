import type { FieldPath, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { countCodePoints } from '#shared/kit/text/code-points.ts';
import type { Form } from '#web/kit/form/forms.ts';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Textarea } from '#web/kit/ui/field/text-input.tsx';
import { ADDRESS_LABELS } from './address-labels.ts';

/** Maximum length of the observations (D1 §5), for the counter. */
const MAX = 250;

interface ObservationsFieldProps<V extends FieldValues, S extends z.ZodMiniType> {
  form: Form<V, S>;
  name: FieldPath<V>;
  /** The previous value, which marks the field as changed. */
  changedFrom?: string | undefined;
}

/** Observations of an order, with the number of characters. */
export function ObservationsField<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  name,
  changedFrom,
}: ObservationsFieldProps<V, S>) {
  const text = String(form.rhf.watch(name) ?? '');
  const { error, id, ...field } = form.field(name);
  return (
    <Field
      id={id}
      label={ADDRESS_LABELS.other_info}
      error={error}
      changedFrom={changedFrom}
      counter={{ used: countCodePoints(text.trim()), max: MAX }}
      span={12}
    >
      <Textarea rows={2} {...field} />
    </Field>
  );
}
