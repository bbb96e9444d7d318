import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { USER_ROLE_NAMES } from '#shared/people/rules/permissions.ts';
import { acceptanceForm, acceptInvitation, INVALID_INVITATION, readInvitation } from '#shared/people/team.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { queryClient, useApiQuery } from '#web/kit/call/queries.ts';
import { endSession, startSession } from '#web/kit/call/session.ts';
import { useSession } from '#web/kit/call/session-store.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { paths } from '#web/paths.ts';
import { AuthForm, AuthNote } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { PasswordField } from '#web/people/password/password-field.tsx';
import styles from './invitation.module.css';

const TITLE = 'Invitación a un equipo';

/** `/equipo/invitacion/{hash}`: shows an invitation, and lets a person without a session accept it. */
export default function Invitation() {
  return (
    <QueryClientProvider client={queryClient}>
      <InvitationPage />
    </QueryClientProvider>
  );
}

interface AcceptanceFormProps {
  token: string;
  company: string;
}

/** The data of a person who accepts an invitation; the person is then logged in. */
function AcceptanceForm({ token, company }: AcceptanceFormProps) {
  const navigate = useNavigate();
  const { send, pending } = useApiMutation(acceptInvitation);
  const form = useForm(acceptanceForm, {
    defaults: { username: '', first_name: '', last_name: '', phone: '', password: '' },
  });

  const accept = form.submit(async (typed) => {
    try {
      const reply = await send({ body: { token, ...typed } });
      if (!(await startSession(reply.token, typed.username))) return;
      navigate(paths.statistics, { replace: true });
      alerts.success(`Ya sos parte del equipo de ${company}`);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'username' });
    }
  });

  return (
    <AuthForm formRef={form.formRef} onSubmit={accept}>
      <FormSubmitError submitError={form.submitError} />
      <TextField form={form} name="first_name" label="Nombre" autoComplete="given-name" />
      <TextField form={form} name="last_name" label="Apellido" autoComplete="family-name" />
      <TextField form={form} name="phone" label="Teléfono" type="tel" inputMode="tel" autoComplete="tel" />
      <TextField form={form} name="username" label="Nombre de usuario" autoComplete="username" autoCapitalize="none" />
      <PasswordField
        form={form}
        name="password"
        label="Contraseña"
        autoComplete="new-password"
        strength
        username={form.rhf.watch('username')}
      />
      <Button type="submit" variant="primary" busy={pending}>
        Aceptar la invitación
      </Button>
    </AuthForm>
  );
}

function InvitationPage() {
  const { hash = '' } = useParams();
  const session = useSession();
  // Not derived from the session, which begins before the form has finished.
  const [free, setFree] = useState(session === null);
  const missing = useCapability('team') === false;
  const { data, error, refetch } = useApiQuery(readInvitation, { body: { token: hash } });
  const invitation = data?.results;

  return (
    <AuthPage title={TITLE} stub={<Link to={paths.login}>Ir al login</Link>}>
      {missing && <Invalid />}
      {!invitation && !error && !missing && <Spinner label="Buscando la invitación…" />}
      {error && (error.temporary ? <ErrorState onRetry={() => void refetch()} /> : <Invalid />)}
      {invitation && (
        <div className={styles.stack}>
          <AuthNote>
            {invitation.invited_by || 'Una persona'} te invitó al equipo de {invitation.company}, con el rol{' '}
            {USER_ROLE_NAMES[invitation.role]}. Vas a entrar con {invitation.email}.
          </AuthNote>
          {session && !free ? (
            <>
              <AuthNote role="status">
                En este navegador está abierta la sesión de {session.username}. Para aceptar la invitación, cerrala.
              </AuthNote>
              {/* Keeps the drafts of the other user. */}
              <Button
                variant="primary"
                wide
                onClick={() => {
                  setFree(true);
                  endSession({ forced: true });
                }}
              >
                Cerrar sesión y continuar
              </Button>
            </>
          ) : (
            <AcceptanceForm token={hash} company={invitation.company} />
          )}
        </div>
      )}
    </AuthPage>
  );
}

function Invalid() {
  return (
    <AuthNote role="status" result="failure">
      {INVALID_INVITATION}
    </AuthNote>
  );
}
