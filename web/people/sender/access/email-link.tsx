import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import {
  confirmEmailChange,
  INVALID_EMAIL_LINK,
  openEmailChange,
  withdrawEmailChange,
} from '#shared/people/email-change.ts';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { queryClient, useApiQuery } from '#web/kit/call/queries.ts';
import { useSession } from '#web/kit/call/session-store.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { paths } from '#web/paths.ts';
import { AuthNote } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import styles from './email-link.module.css';

/** `/cambio-de-email/{hash}`: confirms a change of the e-mail for the address whose mail has the link, or withdraws it. */
export default function EmailLink() {
  return (
    <QueryClientProvider client={queryClient}>
      <EmailLinkPage />
    </QueryClientProvider>
  );
}

interface Result {
  good: boolean;
  message: string;
  /** Whether the same call may succeed later, so that the buttons stay. */
  repeatable?: boolean;
}

function EmailLinkPage() {
  const { hash: token = '' } = useParams();
  const session = useSession();
  const [result, setResult] = useState<Result | null>(null);
  const [sending, setSending] = useState<'confirm' | 'withdraw' | null>(null);
  const missing = useCapability('accountSecurity') === false;
  const { data, error, refetch } = useApiQuery(openEmailChange, { body: { token } });
  const change = data?.results;

  async function send(what: 'confirm' | 'withdraw') {
    if (sending) return;
    setSending(what);
    try {
      const endpoint = what === 'confirm' ? confirmEmailChange : withdrawEmailChange;
      setResult({ good: true, message: (await call(endpoint, { body: { token } })).message });
    } catch (failure) {
      const { message, temporary } = asApiError(failure);
      setResult({ good: false, message, repeatable: temporary });
    }
    setSending(null);
  }

  const stub = session ? <Link to={paths.account}>Ir a Mi Cuenta</Link> : <Link to={paths.login}>Ir al login</Link>;
  return (
    <AuthPage title="Cambio de email" stub={stub}>
      {!change && !error && !missing && <Spinner label="Buscando el cambio…" />}
      {!change && error?.temporary && <ErrorState onRetry={() => void refetch()} />}
      {!change && (missing || error?.temporary === false) && (
        <AuthNote role="status" result="failure">
          {INVALID_EMAIL_LINK}
        </AuthNote>
      )}
      {change && (
        <div className={styles.stack}>
          {result && (
            <AuthNote role="status" result={result.good ? 'success' : 'failure'}>
              {result.message}
            </AuthNote>
          )}
          {(!result || result.repeatable) && (
            <>
              <AuthNote>
                {change.address === 'old'
                  ? `Pediste cambiar el email de tu cuenta a ${change.email}. Confirmalo, o retiralo si no fuiste vos.`
                  : `Confirmá que ${change.email} es tu email y que querés usarlo en tu cuenta.`}
              </AuthNote>
              <Button variant="primary" wide busy={sending === 'confirm'} onClick={() => void send('confirm')}>
                Confirmar el cambio
              </Button>
              {change.address === 'old' && (
                <Button wide busy={sending === 'withdraw'} onClick={() => void send('withdraw')}>
                  Retirar el cambio
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </AuthPage>
  );
}
