import { askStaffPasskey, staffLoginPasskey } from '#shared/people/second-factor/staff-passkeys.ts';
import { staffLogin, staffLoginCode, staffLoginForm } from '#shared/people/staff-sessions.ts';
import { keptPerson } from '#web/console/kit/kept-person.ts';
import { call } from '#web/kit/call/api.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { queryClient } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { useStore } from '#web/kit/lib/store.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { PasswordField } from '#web/people/password/password-field.tsx';
import { CodePage } from '#web/people/second-factor/code-page.tsx';
import { signByPasskey } from '#web/people/second-factor/passkeys.ts';
import { LoginFrame } from './login-frame.tsx';
import type { Person } from './me.ts';
import { PASSWORD_PATH } from './session-path.ts';
import { StaffFactorSetUp } from './staff-factor-set-up.tsx';
import { useLogout } from './use-logout.ts';

/** Asks for the second step of a login. */
function CodeStep({ me }: { me: Person }) {
  const { send } = useApiMutation(staffLoginCode);
  const { logOut } = useLogout();

  const give = async (code: string) => {
    await send({ body: { code } });
    await queryClient.invalidateQueries();
  };

  const usePasskey = async () => {
    const answer = await signByPasskey((await call(askStaffPasskey)).results);
    await call(staffLoginPasskey, { body: answer });
    await queryClient.invalidateQueries();
  };

  return (
    <CodePage
      Frame={LoginFrame}
      name={me.email}
      onCode={give}
      onPasskey={me.has_passkey ? usePasskey : null}
      leaveText="Entrar con otro email"
      onLeave={logOut}
    />
  );
}

/** Asks for e-mail and password. */
function Login() {
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

interface LoginStepsProps {
  /** Null without a session. */
  me: Person | null;
  /** Whether the setup stays, whatever the session lacks now. */
  setupHeld: boolean;
  onSetupHold: (held: boolean) => void;
}

/** The step that a session lacks: password, code, or the second step's setup. */
export default function LoginSteps({ me, setupHeld, onSetupHold }: LoginStepsProps) {
  if (!setupHeld && !me) return <Login />;
  if (!setupHeld && me?.second_factor === 'code') return <CodeStep me={me} />;
  return (
    <AuthPage title="Tu segundo paso">
      <StaffFactorSetUp onHold={onSetupHold} />
    </AuthPage>
  );
}
