import type { FormEvent, ReactNode } from 'react';
import type * as z from 'zod/mini';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/kit/form/submit-shortcut.ts';
import { Button } from '#web/kit/ui/button.tsx';
import styles from './change-form.module.css';
import { confirmErrors } from './password-confirm.ts';
import { PasswordField } from './password-field.tsx';

const LABELS: Record<string, string> = {
  currentPassword: 'Contraseña actual',
  newPassword: 'Nueva contraseña',
  passwordConfirm: 'Repetí la contraseña',
};

const labelOf = (field: string) => LABELS[field] ?? field;

const EMPTY = { currentPassword: '', newPassword: '', passwordConfirm: '' };

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

interface PasswordChangeFormProps {
  /** Name of the form for screen readers. */
  title: string;
  schema: z.ZodMiniType<PasswordChange>;
  /** Name of the account, for password managers. */
  account: string;
  /** Name that the new password must not contain. Shows how strong the password is. */
  username?: string;
  /** Text below the new password, without `username`. */
  hint?: string;
  pending: boolean;
  /** Changes the password. The form shows its failure. */
  onChange: (typed: PasswordChange) => Promise<void>;
  /** Shown above the fields. */
  children?: ReactNode;
}

/** Changes the password of the person of the session, after the current one (D2 §2, §5). */
export function PasswordChangeForm({
  title,
  schema,
  account,
  username,
  hint,
  pending,
  onChange,
  children,
}: PasswordChangeFormProps) {
  const form = useForm(schema, {
    defaults: EMPTY,
    check: ({ newPassword, passwordConfirm }) => confirmErrors(newPassword, passwordConfirm),
    related: { newPassword: 'passwordConfirm' },
  });
  const { rhf, formRef } = form;

  async function change(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    let changed = false;
    await form.submit(async (typed) => {
      try {
        await onChange(typed);
        changed = true;
      } catch (error) {
        showFormError(form, error, { labelOf });
      }
    })(event);
    if (!changed) return;
    // Reset after submit: resetting during submit would validate the empty fields.
    rhf.reset(EMPTY);
    // By id: react-hook-form registers the fields again only after the next render.
    document.getElementById(form.field('currentPassword').id)?.focus();
  }

  return (
    <form
      ref={formRef}
      aria-label={title}
      className={styles.form}
      onSubmit={change}
      onKeyDown={submitOnCtrlEnter}
      noValidate
    >
      <FormErrorSummary form={form} labelOf={labelOf} />
      {children}
      {/* Password managers read the username of the account here. */}
      <input type="text" autoComplete="username" defaultValue={account} hidden />
      <PasswordField
        form={form}
        name="currentPassword"
        label={labelOf('currentPassword')}
        autoComplete="current-password"
      />
      <PasswordField
        form={form}
        name="newPassword"
        label={labelOf('newPassword')}
        autoComplete="new-password"
        hint={hint}
        strength={username !== undefined}
        {...(username !== undefined && { username })}
      />
      <PasswordField
        form={form}
        name="passwordConfirm"
        label={labelOf('passwordConfirm')}
        autoComplete="new-password"
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="brand" busy={pending}>
          Cambiar contraseña
        </Button>
      </div>
    </form>
  );
}
