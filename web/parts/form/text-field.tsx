import type { ComponentProps, ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Form } from '#web/lib/forms.ts';
import { Field, type FieldProps } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

/** A form and the name of one of its fields. */
export interface FieldOf<V extends FieldValues, S extends z.ZodMiniType> {
  form: Form<V, S>;
  name: FieldPath<V>;
}

/** How the field looks around its control. */
export interface FieldLook extends Pick<FieldProps, 'optional' | 'span' | 'phoneSpan' | 'counter' | 'changedFrom'> {
  label: string;
  hint?: ReactNode;
}

type TextFieldProps<V extends FieldValues, S extends z.ZodMiniType> = FieldOf<V, S> &
  FieldLook &
  Pick<
    ComponentProps<'input'>,
    'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'autoFocus' | 'placeholder' | 'readOnly' | 'maxLength'
  >;

/** One line of text of a form, with its label, hint and error. */
export function TextField<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  name,
  label,
  hint,
  optional,
  span,
  phoneSpan,
  counter,
  changedFrom,
  ...input
}: TextFieldProps<V, S>) {
  const { error, id, ...control } = form.field(name);
  return (
    <Field {...{ id, label, hint, error, optional, span, phoneSpan, counter, changedFrom }}>
      <TextInput {...input} {...control} />
    </Field>
  );
}
