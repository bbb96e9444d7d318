import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { PASSWORD_MIN } from '#shared/kit/access.ts';
import { Field } from '#web/kit/ui/field/field.tsx';
import { PasswordInput } from '#web/kit/ui/field/text-input.tsx';
import { strengthTextOf } from './password-strength.ts';
import styles from './text-field.module.css';
import type { FieldLayout, FieldOf } from './text-field.tsx';
import { usePasswordRefusal } from './use-password-refusal.ts';

type PasswordFieldProps<V extends FieldValues, S extends z.ZodMiniType> = FieldOf<V, S> &
  FieldLayout & {
    autoComplete: 'current-password' | 'new-password';
    /** Shows how strong a new password is, or why the gateway will refuse it (readings C58). */
    strength?: boolean;
    /** The user's name, which a new password must not contain. */
    username?: string;
  };

/** Password field of a form. */
export function PasswordField<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  name,
  label,
  hint,
  span,
  strength,
  username,
  autoComplete,
}: PasswordFieldProps<V, S>) {
  const { error, id, ...control } = form.field(name);
  const typed = strength ? String(form.rhf.watch(name) ?? '') : '';
  const refusal = usePasswordRefusal(typed, username);
  const strengthText = typed === '' ? `Al menos ${PASSWORD_MIN} caracteres` : strengthTextOf(typed, PASSWORD_MIN);
  const note = strength ? (
    <span role="status" className={refusal && !error ? styles.warning : undefined}>
      {/* An error of the field says it, or contradicts the strength. */}
      {error ? '' : (refusal ?? strengthText)}
    </span>
  ) : (
    hint
  );
  return (
    <Field id={id} label={label} error={error} span={span} hint={note}>
      <PasswordInput {...control} autoComplete={autoComplete} />
    </Field>
  );
}
