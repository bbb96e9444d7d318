import { useState } from 'react';
import { matchPath, useLocation, useParams } from 'react-router';
import { stopEmailCorrection } from '#shared/people/email-correction.ts';
import { stopFactorRecovery } from '#shared/people/second-factor/factor-recovery.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { paths } from '#web/paths.ts';
import { AuthNote } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';

interface Result {
  good: boolean;
  message: string;
  /** Whether the same call may succeed later, so that the button stays. */
  repeatable: boolean;
}

/** What a link of a mail stops. */
const RECOVERY = {
  call: stopFactorRecovery,
  title: 'Detener la recuperación',
  text: 'Alguien pidió entrar a tu cuenta sin tu teléfono. Si no fuiste vos, detenelo: nadie va a recibir un código.',
};
const CORRECTION = {
  call: stopEmailCorrection,
  title: 'Detener el cambio de email',
  text: 'Tu cuenta tiene otro email, a pedido. Si no lo pediste, detenelo: nadie va a poder elegir una contraseña con el otro email.',
};

/**
 * `/detener-recuperacion/{hash}` and `/detener-correccion/{hash}`: stops what somebody else began with the account. Opening the page
 * changes nothing, because mail scanners open links.
 */
export default function StopLink() {
  const { hash: token = '' } = useParams();
  const { pathname } = useLocation();
  const { call, title, text } = matchPath(paths.stopCorrection, pathname) ? CORRECTION : RECOVERY;
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
          <AuthNote>{text}</AuthNote>
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
