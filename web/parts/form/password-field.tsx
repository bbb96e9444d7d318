import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { COMMON_PASSWORD, PASSWORD_MIN } from '#shared/access.ts';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/text-input.tsx';
import { strengthOf } from './password-strength.ts';
import styles from './text-field.module.css';
import type { FieldLayout, FieldOf } from './text-field.tsx';
import { useCommonPassword } from './use-common-password.ts';

type PasswordFieldProps<V extends FieldValues, S extends z.ZodMiniType> = FieldOf<V, S> &
  FieldLayout & {
    autoComplete: 'current-password' | 'new-password';
    /** Shows how strong a new password is, and warns of a very common one, which the gateway refuses (readings C58). */
    strength?: boolean;
  };

/** Password field of a form. */
export function PasswordField<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  name,
  label,
  hint,
  span,
  strength,
  autoComplete,
}: PasswordFieldProps<V, S>) {
  const { error, id, ...control } = form.field(name);
  const typed = strength ? String(form.rhf.watch(name) ?? '') : '';
  const common = useCommonPassword(typed);
  const strengthText =
    typed === '' ? `Al menos ${PASSWORD_MIN} caracteres` : `Contraseña ${strengthOf(typed, PASSWORD_MIN)}`;
  const note = strength ? (
    <span role="status" className={common ? styles.warning : undefined}>
      {common ? `${strengthText}. ${COMMON_PASSWORD}` : strengthText}
    </span>
  ) : (
    hint
  );
  return (
    <Field {...{ id, label, error, span }} hint={note}>
      <PasswordInput {...control} autoComplete={autoComplete} />
    </Field>
  );
}
