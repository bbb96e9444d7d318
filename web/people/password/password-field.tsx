import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { COMMON_PASSWORD, PASSWORD_MIN, PASSWORD_WITH_USERNAME } from '#shared/people/access.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import styles from '#web/kit/form/field/text-field.module.css';
import type { FieldLayout, FieldOf } from '#web/kit/form/field/text-field.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { PasswordInput } from '#web/kit/ui/field/text-input.tsx';
import { strengthTextOf } from './password-strength.ts';

type Rules = typeof import('#shared/people/rules/common-passwords.ts');

/**
 * Returns why the gateway will refuse a new password: a very common one, or one with the user's name. Loads the list when somebody
 * types, and returns null until then, without the list, and before a gateway without these rules. The gateway's list is longer.
 */
function usePasswordRefusal(password: string, username = ''): string | null {
  const refuses = useCapability('passwordRules') !== false;
  const [rules, setRules] = useState<Rules | null>(null);
  const wanted = password !== '' && refuses;
  useEffect(() => {
    if (!wanted || rules) return;
    // Without the list there is no warning.
    void import('#shared/people/rules/common-passwords.ts').then(setRules, () => {});
  }, [wanted, rules]);
  if (!wanted || !rules) return null;
  if (rules.containsUsername(password, username)) return PASSWORD_WITH_USERNAME;
  return rules.isCommonPassword(password) ? COMMON_PASSWORD : null;
}

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
