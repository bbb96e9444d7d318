import type { ReactNode } from 'react';
import { beginUserFactor, passwordForm } from '#shared/people/second-factor/second-factor.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { PasswordField } from '#web/people/password/password-field.tsx';
import type { Secret } from './confirm-secret.tsx';
import styles from './second-factor.module.css';

interface PasswordStepProps {
  onSecret: (secret: Secret) => void;
  /** Further buttons. */
  children: ReactNode;
}

/** Asks for the password before the first second factor, so that nobody with a stolen session locks the user out. */
export function PasswordStep({ onSecret, children }: PasswordStepProps) {
  const { username } = useClientSession();
  const { send, pending } = useApiMutation(beginUserFactor);
  const form = useForm(passwordForm, { defaults: { currentPassword: '' } });
  const begin = form.submit(async (body) => {
    try {
      onSecret((await send({ body })).results);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'currentPassword' });
    }
  });
  return (
    <AuthForm formRef={form.formRef} onSubmit={begin}>
      <FormSubmitError submitError={form.submitError} />
      {/* Password managers read the username of the account here. */}
      <input type="text" autoComplete="username" defaultValue={username} hidden />
      <PasswordField form={form} name="currentPassword" label="Tu contraseña" autoComplete="current-password" />
      <div className={styles.row}>
        <Button type="submit" variant="primary" busy={pending}>
          Continuar
        </Button>
        {children}
      </div>
    </AuthForm>
  );
}
