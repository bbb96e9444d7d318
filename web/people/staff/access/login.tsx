import { staffLogin, staffLoginForm } from '#shared/people/staff-sessions.ts';
import { keptPerson } from '#web/console/kept-person.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { queryClient } from '#web/lib/queries.ts';
import { useStore } from '#web/lib/store.ts';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { PasswordField } from '#web/parts/form/password-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoginFrame } from './login-frame.tsx';
import { PASSWORD_PATH } from './session-path.ts';

/** Asks for e-mail and password. */
export function Login() {
  const { send, pending } = useApiMutation(staffLogin);
  const form = useForm(staffLoginForm, { defaults: { email: '', password: '' } });
  const { formRef, submitError } = form;
  const kept = useStore(keptPerson);

  const enter = form.submit(async (typed) => {
    try {
      await send({ body: typed });
      await queryClient.invalidateQueries();
    } catch (error) {
      showFormError(form, error, { focus: 'password' });
    }
  });

  return (
    <LoginFrame
      title="Ingreso"
      heading="Consola del personal"
      // Over a page of a session that ended, leaving would lose what was typed there.
      stub={!kept && <Link to={PASSWORD_PATH}>Olvidé mi contraseña</Link>}
    >
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
