import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { STAFF_ROLE_NAMES } from '#shared/people/rules/staff-permissions.ts';
import { STAFF_PASSWORD_MIN } from '#shared/people/staff-password.ts';
import { acceptStaffInvitation, invitationForm, readStaffInvitation } from '#shared/people/staff-sessions.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { confirmErrors } from '#web/people/password/password-confirm.ts';
import { PasswordField } from '#web/people/password/password-field.tsx';
import { RoleAbilities } from './role-abilities.tsx';
import { StaffFactorSetUp } from './staff-factor-set-up.tsx';

/** `/invitacion/{token}`: accepts an invitation, then sets up the second factor. */
export function Invitation() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [accepted, setAccepted] = useState(false);
  const { data, error } = useApiQuery(
    readStaffInvitation,
    { body: { token } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (accepted) {
    return (
      <AuthPage title="Tu segundo paso">
        <StaffFactorSetUp onDone={() => navigate('/consola', { replace: true })} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Invitación"
      heading={data ? `Rol: ${STAFF_ROLE_NAMES[data.results.role]}` : 'Invitación'}
      stub={<Link to="/consola">Ya tengo acceso</Link>}
    >
      {error ? (
        <Note tone="bad" role="alert">
          {error.message}
        </Note>
      ) : data ? (
        <>
          <RoleAbilities role={data.results.role} intro="Con este rol vas a poder:" />
          <AcceptForm token={token} email={data.results.email} onAccepted={() => setAccepted(true)} />
        </>
      ) : (
        <Spinner />
      )}
    </AuthPage>
  );
}

interface AcceptFormProps {
  token: string;
  email: string;
  onAccepted: () => void;
}

function AcceptForm({ token, email, onAccepted }: AcceptFormProps) {
  const { send, pending } = useApiMutation(acceptStaffInvitation);
  const form = useForm(invitationForm, {
    defaults: { name: '', password: '', passwordConfirm: '' },
    check: ({ password, passwordConfirm }) => confirmErrors(password, passwordConfirm, 'Escribí una contraseña'),
    related: { password: 'passwordConfirm' },
  });
  const accept = form.submit(async ({ name, password }) => {
    try {
      await send({ body: { token, name, password } });
      onAccepted();
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'password' });
    }
  });
  return (
    <AuthForm formRef={form.formRef} onSubmit={accept}>
      <FormSubmitError submitError={form.submitError} />
      <p>Vas a entrar con {email}.</p>
      {/* Password managers store the password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField form={form} name="name" label="Nombre y apellido" autoComplete="name" />
      <PasswordField
        form={form}
        name="password"
        label="Contraseña"
        autoComplete="new-password"
        hint={`Al menos ${STAFF_PASSWORD_MIN} caracteres`}
      />
      <PasswordField form={form} name="passwordConfirm" label="Repetí la contraseña" autoComplete="new-password" />
      <Button type="submit" variant="primary" busy={pending}>
        Continuar
      </Button>
    </AuthForm>
  );
}
