import { useState } from 'react';
import { recover, recoverForm } from '#shared/access.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { AuthForm, AuthNote } from '#web/parts/auth/auth-form.tsx';
import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { firstError } from '#web/parts/auth/first-error.ts';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

const TITLE = 'Recuperar contraseña';

/** `/password-reset-request`: sends a reset link to the e-mail of the account (D2 §2, §5). */
export default function PasswordRequest() {
  const [sent, setSent] = useState('');
  const { send, pending } = useApiMutation(recover);
  const form = useForm(recoverForm, { defaults: { email: '' } });

  const requestLink = form.submit(async (body) => {
    try {
      const { message } = await send({ body });
      alerts.settle();
      setSent(message || 'Te enviamos un correo con los pasos a seguir');
    } catch (error) {
      showFormError(form, firstError(error), { focus: 'email' });
    }
  });

  return (
    <AuthPage title={TITLE} stub={<Link to={paths.home}>Volver al ingreso</Link>}>
      {sent === '' ? (
        <AuthForm formRef={form.formRef} onSubmit={requestLink}>
          <FormSubmitError submitError={form.submitError} />
          <AuthNote>Escribí el email de tu cuenta y te enviamos un enlace para elegir otra contraseña.</AuthNote>
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
