import { staffLogin, staffLoginForm } from '#shared/ops/staff-sessions.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { queryClient } from '#web/lib/queries.ts';
import { AuthForm } from '#web/parts/auth/auth-form.tsx';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { PasswordField } from '#web/parts/form/password-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoginFrame } from './login-frame.tsx';

/** Asks for e-mail and password. */
export function Login() {
  const { send, pending } = useApiMutation(staffLogin);
  const form = useForm(staffLoginForm, { defaults: { email: '', password: '' } });
  const { formRef, submitError } = form;

  const enter = form.submit(async (typed) => {
    try {
      await send({ body: typed });
      await queryClient.invalidateQueries();
    } catch (error) {
      showFormError(form, error, { focus: 'password' });
    }
  });

  return (
    <LoginFrame title="Ingreso" heading="Consola del personal">
      <AuthForm formRef={formRef} onSubmit={enter}>
        <FormSubmitError submitError={submitError} />
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" autoCapitalize="none" />
        <PasswordField form={form} name="password" label="Contraseña" autoComplete="current-password" />
        <Button type="submit" variant="primary" busy={pending}>
          Entrar
        </Button>
      </AuthForm>
    </LoginFrame>
  );
}
