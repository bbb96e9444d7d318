import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { passwordResetPath, paths } from '#web/paths.ts';
import { ActivationMail } from '#web/people/activation-mail.tsx';
import { AuthNote } from '#web/people/auth/auth-form.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { type Activation as Activated, activateOnce } from './activate-once.ts';
import styles from './activation.module.css';

/** `/activation/{hash}` (D1 §2): activates the account, then shows success or failure; a gateway that is unavailable can be asked again. */
export default function Activation() {
  const { hash = '' } = useParams();
  const [result, setResult] = useState<Activated | null>(null);
  const [attempt, setAttempt] = useState(0);
  const invalid = result?.active === false && result.unavailable === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt activates again
  useEffect(() => {
    let unmounted = false;
    void activateOnce(hash).then((answer) => {
      if (!unmounted) setResult(answer);
    });
    return () => {
      unmounted = true;
    };
  }, [hash, attempt]);

  const retry = () => {
    setResult(null);
    setAttempt(attempt + 1);
  };

  return (
    <AuthPage
      title="Activación de la cuenta"
      stub={
        result && (
          <Link to={paths.login} state={{ username: result.username }}>
            Ir al login
          </Link>
        )
      }
    >
      <AuthNote role="status" result={result ? (result.active ? 'success' : 'failure') : undefined}>
        {!result && <Spinner label="Activando la cuenta…" />}
        {result?.active === true && 'La cuenta se activó correctamente'}
        {result?.active === false && 'Error en la activación de la cuenta'}
      </AuthNote>
      {result?.resetToken && (
        <div className={styles.further}>
          <AuthNote>
            Hubo más de un registro con tu email. Para que nadie más pueda entrar, elegí tu contraseña.
          </AuthNote>
          <LinkButton to={passwordResetPath(result.resetToken)} variant="primary" wide>
            Elegir mi contraseña
          </LinkButton>
        </div>
      )}
      {result?.unavailable && (
        <div className={styles.further}>
          <AuthNote>{result.unavailable}</AuthNote>
          <Button variant="primary" onClick={retry}>
            Reintentar
          </Button>
        </div>
      )}
      {invalid && (
        <div className={styles.further}>
          <AuthNote>
            El enlace venció o ya se usó. Si ya activaste tu cuenta, ingresá con tu usuario. Si no, pedí otro enlace.
          </AuthNote>
          <ActivationMail />
        </div>
      )}
    </AuthPage>
  );
}
