import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { USER_ROLE_NAMES } from '#shared/people/rules/permissions.ts';
import { INVALID_INVITATION, readInvitation } from '#shared/people/team.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { queryClient, useApiQuery } from '#web/lib/queries.ts';
import { endSession } from '#web/lib/session.ts';
import { useSession } from '#web/lib/session-store.ts';
import { paths } from '#web/paths.ts';
import { AuthNote } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AcceptanceForm } from './acceptance-form.tsx';
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
