import { loginCode } from '#shared/second-factor.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { startSession } from '#web/lib/session.ts';
import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { CodeForm } from '#web/parts/second-factor/code-form.tsx';

interface CodeStepProps {
  /** Token of the session that lacks its second step. */
  token: string;
  username: string;
  /** Called when the login has to begin again. */
  onLeave: () => void;
}

/** Second step of the login: a code of the authenticator app or a backup code. Loaded only for accounts with a second factor. */
export default function CodeStep({ token, username, onLeave }: CodeStepProps) {
  async function give(code: string) {
    try {
      const reply = await call(loginCode, { token, body: { code } });
      if (await startSession(reply.token, username)) alerts.success('Ingreso Exitoso');
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      alerts.danger('El ingreso venció', 'Escribí de nuevo tu usuario y tu contraseña.');
      onLeave();
    }
  }

  return (
    <AuthPage
      title="Segundo paso"
      heading={`Entrás como ${username}`}
      stub={
        <button type="button" className="link-button" onClick={onLeave}>
          Entrar con otro usuario
        </button>
      }
    >
      <CodeForm
        onCode={give}
        help={
          <p className="muted">Cada código de respaldo sirve una vez. Los guardaste al configurar el segundo paso.</p>
        }
      />
    </AuthPage>
  );
}
