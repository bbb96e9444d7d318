import { useNavigate, useParams } from 'react-router';
import * as z from 'zod/mini';
import { passwordChange, resetPassword } from '#shared/access.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { AuthForm } from '#web/parts/auth/auth-form.tsx';
import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { firstError } from '#web/parts/auth/first-error.ts';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { confirmErrors } from '#web/parts/form/password-confirm.ts';
import { PasswordField } from '#web/parts/form/password-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

const TITLE = 'Nueva contraseña';

const schema = z.object({ password: passwordChange.shape.newPassword });

interface PasswordValues {
  password: string;
  passwordConfirm: string;
}

/** `/password_reset/{hash}`: sets a new password, with the hash of the mail as token (D2 §2). */
export default function PasswordReset() {
  const { hash = '' } = useParams();
  const navigate = useNavigate();
  const { send, pending } = useApiMutation(resetPassword);
  const form = useForm(schema, {
    defaults: { password: '', passwordConfirm: '' } as PasswordValues,
    check: ({ password, passwordConfirm }) =>
      confirmErrors(password, passwordConfirm, 'Debés escribir una contraseña.'),
    related: { password: 'passwordConfirm' },
  });

  const reset = form.submit(async ({ password }) => {
    try {
      const { message } = await send({ body: { token: hash, password } });
      alerts.success(message || 'La contraseña fue cambiada correctamente');
      navigate(paths.login, { replace: true });
    } catch (error) {
      showFormError(form, firstError(error), { focus: 'password' });
    }
  });

  return (
    <AuthPage title={TITLE} stub={<Link to={paths.passwordRequest}>Pedir otro enlace</Link>}>
      <AuthForm formRef={form.formRef} onSubmit={reset}>
        <FormSubmitError submitError={form.submitError} />
        <PasswordField form={form} name="password" label="Nueva contraseña" autoComplete="new-password" strength />
        <PasswordField form={form} name="passwordConfirm" label="Repetí la contraseña" autoComplete="new-password" />
        <Button type="submit" variant="primary" busy={pending}>
          Cambiar contraseña
        </Button>
      </AuthForm>
    </AuthPage>
  );
}
