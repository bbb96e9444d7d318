import { useState } from 'react';
import { RECOVERY_MINUTES } from '#shared/factor-code.ts';
import { loginCode, TRUST_DAYS } from '#shared/second-factor.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { startSession } from '#web/lib/session.ts';
import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { CodeForm } from '#web/parts/second-factor/code-form.tsx';
import { Checkbox } from '#web/ui/choice.tsx';

interface CodeStepProps {
  /** Token of the session that lacks its second step. */
  token: string;
  username: string;
  /** Called when the login has to begin again. */
  onLeave: () => void;
}

const HELP = (
  <p className="muted">
    Los códigos de respaldo los guardaste al configurar el segundo paso. Si no los tenés, pedile un código a alguien de
    tu empresa con el rol Dueño o Administrador: te lo da desde Equipo y vale {RECOVERY_MINUTES} minutos.
  </p>
);

const NEW_PHONE = 'Si perdiste el teléfono, configurá el nuevo en Mi Cuenta, Segundo paso.';

/** Second step of the login: a code of the authenticator app or a backup code. Loaded only for accounts with a second factor. */
export default function CodeStep({ token, username, onLeave }: CodeStepProps) {
  const [trust, setTrust] = useState(false);

  async function give(code: string) {
    try {
      const reply = await call(loginCode, { token, body: { code, trust_device: trust } });
      if (await startSession(reply.token, username)) {
        const withoutPhone = !/^\d{6}$/.test(code);
        alerts.success('Ingreso Exitoso', withoutPhone ? NEW_PHONE : undefined);
      }
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
        options={
          <Checkbox
            label={`No pedir el código en este navegador por ${TRUST_DAYS} días`}
            checked={trust}
            onChange={({ target }) => setTrust(target.checked)}
          />
        }
        help={HELP}
      />
    </AuthPage>
  );
}
