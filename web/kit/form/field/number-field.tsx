import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Field } from '#web/kit/ui/field/field.tsx';
import { NumberInput } from '#web/kit/ui/field/text-input.tsx';
import type { FieldLayout, FieldOf } from './text-field.tsx';

type NumberFieldProps<V extends FieldValues, S extends z.ZodMiniType> = FieldOf<V, S> &
  FieldLayout & {
    /** Shown next to the number: '$' before, 'g' or 'cm' after. */
    prefix?: string;
    suffix?: string;
    decimal?: boolean;
    /** Computed number, shown read-only instead of the typed value, which the form keeps. */
    computed?: string | null;
  };

/** Number field of a form. */
export function NumberField<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  name,
  label,
  hint,
  optional,
  span,
  phoneSpan,
  changedFrom,
  prefix,
  suffix,
  decimal,
  computed = null,
}: NumberFieldProps<V, S>) {
  const { error, id, ...control } = form.field(name);
  const look = { ...(prefix && { prefix }), ...(suffix && { suffix }), ...(decimal && { decimal }) };
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      span={span}
      phoneSpan={phoneSpan}
      changedFrom={changedFrom}
    >
      {computed === null ? (
        <NumberInput key="typed" {...look} {...control} />
      ) : (
        <NumberInput key="computed" {...look} name={name} value={computed} readOnly />
      )}
    </Field>
  );
}
