import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select, type SelectOption } from '#web/kit/ui/field/select.tsx';
import { doubtNote } from './doubt-note.tsx';
import type { FieldLayout, FieldOf } from './text-field.tsx';

type SelectFieldProps<V extends FieldValues, S extends z.ZodMiniType> = FieldOf<V, S> &
  FieldLayout & {
    options: readonly SelectOption[];
    /** Shown before a choice; without a placeholder an option is always chosen. */
    placeholder?: string;
    autoComplete?: string;
  };

/** Select field of a form. */
export function SelectField<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  name,
  label,
  hint,
  optional,
  span,
  phoneSpan,
  changedFrom,
  ...select
}: SelectFieldProps<V, S>) {
  const { error, id, ...control } = form.field(name);
  return (
    <Field
      id={id}
      label={label}
      hint={doubtNote(form, name) ?? hint}
      error={error}
      optional={optional}
      span={span}
      phoneSpan={phoneSpan}
      changedFrom={changedFrom}
    >
      <Select {...select} {...control} />
    </Field>
  );
}
