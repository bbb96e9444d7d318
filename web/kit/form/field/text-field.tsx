import type { ComponentProps, ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Form } from '#web/kit/form/forms.ts';
import { Field, type FieldProps } from '#web/kit/ui/field/field.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { doubtNote } from './doubt-note.tsx';
import styles from './text-field.module.css';

/** A form and the name of one of its fields. */
export interface FieldOf<V extends FieldValues, S extends z.ZodMiniType> {
  form: Form<V, S>;
  name: FieldPath<V>;
}

/** Label, hint and layout of a field. */
export interface FieldLayout extends Pick<FieldProps, 'optional' | 'span' | 'phoneSpan' | 'counter' | 'changedFrom'> {
  label: string;
  hint?: ReactNode;
  /** Warning that doesn't block the submit; replaces the hint and is announced by screen readers. */
  warning?: string | false;
}

type TextFieldProps<V extends FieldValues, S extends z.ZodMiniType> = FieldOf<V, S> &
  FieldLayout &
  Pick<
    ComponentProps<'input'>,
    | 'type'
    | 'inputMode'
    | 'autoComplete'
    | 'autoCapitalize'
    | 'autoFocus'
    | 'placeholder'
    | 'readOnly'
    | 'maxLength'
    | 'onKeyDown'
  >;

/** Single-line text field of a form, with its label, hint and error. */
export function TextField<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  name,
  label,
  hint,
  warning,
  optional,
  span,
  phoneSpan,
  counter,
  changedFrom,
  ...input
}: TextFieldProps<V, S>) {
  const { error, id, ...control } = form.field(name);
  const note = warning ? (
    <span role="status" className={styles.warning}>
      {warning}
    </span>
  ) : (
    (doubtNote(form, name) ?? hint)
  );
  return (
    <Field
      id={id}
      label={label}
      error={error}
      optional={optional}
      span={span}
      phoneSpan={phoneSpan}
      counter={counter}
      changedFrom={changedFrom}
      hint={note}
    >
      <TextInput {...input} {...control} />
    </Field>
  );
}
