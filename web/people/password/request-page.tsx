import { useState } from 'react';
import type * as z from 'zod/mini';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { AuthForm, AuthNote } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { firstError } from '#web/people/auth/first-error.ts';

interface PasswordRequestPageProps {
  schema: z.ZodMiniType<{ email: string }>;
  /** Path of the login. */
  login: string;
  /** What the page does. */
  intro: string;
  pending: boolean;
  /** Sends the request. The form shows its failure. @returns the result for the page */
  onRequest: (typed: { email: string }) => Promise<string>;
}

/** Asks for the e-mail of somebody who forgot the password, and says what happens then. */
export function PasswordRequestPage({ schema, login, intro, pending, onRequest }: PasswordRequestPageProps) {
  const [sent, setSent] = useState('');
  const form = useForm(schema, { defaults: { email: '' } });

  const request = form.submit(async (typed) => {
    try {
      const result = await onRequest(typed);
      alerts.settle();
      setSent(result);
    } catch (error) {
      showFormError(form, firstError(error), { focus: 'email' });
    }
  });

  return (
    <AuthPage title="Recuperar contraseña" stub={<Link to={login}>Volver al ingreso</Link>}>
      {sent === '' ? (
        <AuthForm formRef={form.formRef} onSubmit={request}>
          <FormSubmitError submitError={form.submitError} />
          <AuthNote>{intro}</AuthNote>
          <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
          <Button type="submit" variant="primary" busy={pending}>
            Enviar enlace
          </Button>
        </AuthForm>
      ) : (
        <AuthNote role="status" result="success">
          {sent}
        </AuthNote>
      )}
    </AuthPage>
  );
}
