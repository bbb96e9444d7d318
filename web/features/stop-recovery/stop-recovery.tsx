import { useState } from 'react';
import { useParams } from 'react-router';
import { stopFactorRecovery } from '#shared/factor-recovery.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { AuthNote } from '#web/parts/auth/auth-form.tsx';
import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

interface Result {
  good: boolean;
  message: string;
  /** Whether the same call may succeed later, so that the button stays. */
  repeatable: boolean;
}

/** `/detener-recuperacion/{hash}`: stops a recovery of the second factor that somebody else requested. */
export default function StopRecovery() {
  const { hash: token = '' } = useParams();
  const { send, pending } = useApiMutation(stopFactorRecovery);
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
    <AuthPage title="Detener la recuperación" stub={<Link to={paths.passwordRequest}>Cambiar mi contraseña</Link>}>
      {result ? (
        <AuthNote role="status" result={result.good ? 'success' : 'failure'}>
          {result.message}
        </AuthNote>
      ) : (
        <AuthNote>
          Alguien pidió entrar a tu cuenta sin tu teléfono. Si no fuiste vos, detenelo: nadie va a recibir un código.
        </AuthNote>
      )}
      {(!result || result.repeatable) && (
        <Button variant="primary" wide busy={pending} onClick={() => void stop()}>
          Detener la recuperación
        </Button>
      )}
    </AuthPage>
  );
}
