import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { firstError } from '#web/people/auth/first-error.ts';
import { confirmErrors } from './password-confirm.ts';
import { PasswordField } from './password-field.tsx';

interface NewPassword {
  password: string;
  /** A code of the second factor, where one is asked for. */
  code?: string | undefined;
}

interface NewPasswordFormProps {
  schema: z.ZodMiniType<NewPassword>;
  /** Message for an empty repetition. */
  required: string;
  /** Text below the password; without it, how strong the password is. */
  hint?: string;
  /** Asks for a code of the second factor. */
  asksCode?: boolean;
  pending: boolean;
  /** Sets the password. The form shows its failure. */
  onPassword: (typed: NewPassword) => Promise<void>;
  /** Shown above the fields. */
  children?: ReactNode;
}

const EMPTY = { password: '', passwordConfirm: '', code: '' };

/** Sets a new password by the link of a mail (D2 §2). */
export function NewPasswordForm({
  schema,
  required,
  hint,
  asksCode = false,
  pending,
  onPassword,
  children,
}: NewPasswordFormProps) {
  const form = useForm(schema, {
    defaults: EMPTY,
    check: ({ password, passwordConfirm }) => confirmErrors(password, passwordConfirm, required),
    related: { password: 'passwordConfirm' },
  });
  const set = form.submit(async (typed) => {
    try {
      await onPassword(typed);
    } catch (error) {
      showFormError(form, firstError(error), { focus: 'password' });
    }
  });
  return (
    <AuthForm formRef={form.formRef} onSubmit={set}>
      <FormSubmitError submitError={form.submitError} />
      {children}
      <PasswordField
        form={form}
        name="password"
        label="Nueva contraseña"
        autoComplete="new-password"
        hint={hint}
        strength={hint === undefined}
      />
      <PasswordField form={form} name="passwordConfirm" label="Repetí la contraseña" autoComplete="new-password" />
      {asksCode && (
        <TextField
          form={form}
          name="code"
          label="Código de tu segundo paso"
          hint="De tu aplicación, de respaldo o el que te dio un administrador"
          autoComplete="one-time-code"
          autoCapitalize="none"
        />
      )}
      <Button type="submit" variant="primary" busy={pending}>
        Cambiar contraseña
      </Button>
    </AuthForm>
  );
}
