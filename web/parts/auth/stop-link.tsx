import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import type { stopEmailCorrection } from '#shared/email-correction.ts';
import type { stopFactorRecovery } from '#shared/factor-recovery.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { AuthNote } from './auth-form.tsx';
import { AuthPage } from './auth-page.tsx';

interface Result {
  good: boolean;
  message: string;
  /** Whether the same call may succeed later, so that the button stays. */
  repeatable: boolean;
}

interface StopLinkProps {
  /** The call, which gets the code of the page's address. */
  call: typeof stopFactorRecovery | typeof stopEmailCorrection;
  /** Title of the page and of its button. */
  title: string;
  /** What happened, and what the button does. */
  children: ReactNode;
}

/** The page of a link that stops what somebody else began with the account. Opening it changes nothing: mail scanners open links. */
export function StopLink({ call, title, children }: StopLinkProps) {
  const { hash: token = '' } = useParams();
  const { send, pending } = useApiMutation(call);
  const [result, setResult] = useState<Result | null>(null);

  async function stop() {
    try {
      setResult({ good: true, message: (await send({ body: { token } })).message, repeatable: false });
    } catch (error) {
      const { message, temporary } = asApiError(error);
      setResult({ good: false, message, repeatable: temporary });
    }
  }

  return (
    <AuthPage title={title} stub={<Link to={paths.passwordRequest}>Cambiar mi contraseña</Link>}>
      <div className="stack">
        {result ? (
          <AuthNote role="status" result={result.good ? 'success' : 'failure'}>
            {result.message}
          </AuthNote>
        ) : (
          <AuthNote>{children}</AuthNote>
        )}
        {(!result || result.repeatable) && (
          <Button variant="primary" wide busy={pending} onClick={() => void stop()}>
            {title}
          </Button>
        )}
      </div>
    </AuthPage>
  );
}
