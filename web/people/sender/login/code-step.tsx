import { useState } from 'react';
import { RECOVERY_MINUTES } from '#shared/people/second-factor/factor-code.ts';
import { askPasskey, loginPasskey } from '#shared/people/second-factor/passkeys.ts';
import { loginCode, TRUST_DAYS } from '#shared/people/second-factor/second-factor.ts';
import { call } from '#web/kit/call/api.ts';
import { ApiError } from '#web/kit/call/api-error.ts';
import { startSession } from '#web/kit/call/session.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { CodePage } from '#web/people/second-factor/code-page.tsx';
import { signByPasskey } from '#web/people/second-factor/passkeys.ts';

interface CodeStepProps {
  /** Token of the session that lacks its second step. */
  token: string;
  username: string;
  /** Whether a passkey may be the second step. */
  passkey: boolean;
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

/** Second step of the login. Loaded only for accounts with a second factor. */
export default function CodeStep({ token, username, passkey, onLeave }: CodeStepProps) {
  const [trust, setTrust] = useState(false);

  /** Completes the login, or begins it again if the session has ended meanwhile. */
  async function enter(complete: () => Promise<{ token: string }>, advice?: string) {
    try {
      const reply = await complete();
      if (await startSession(reply.token, username)) alerts.success('Ingreso Exitoso', advice);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      alerts.danger('El ingreso venció', 'Escribí de nuevo tu usuario y tu contraseña.');
      onLeave();
    }
  }

  function give(code: string) {
    const withoutPhone = !/^\d{6}$/.test(code);
    const complete = () => call(loginCode, { token, body: { code, trust_device: trust } });
    return enter(complete, withoutPhone ? NEW_PHONE : undefined);
  }
  const usePasskey = () =>
    enter(async () => {
      const answer = await signByPasskey((await call(askPasskey, { token })).results);
      return call(loginPasskey, { token, body: { ...answer, trust_device: trust } });
    });

  return (
    <CodePage
      name={username}
      onCode={give}
      onPasskey={passkey ? usePasskey : null}
      options={
        <Checkbox
          label={`No pedir el código en este navegador por ${TRUST_DAYS} días`}
          checked={trust}
          onChange={({ target }) => setTrust(target.checked)}
        />
      }
      help={HELP}
      leaveText="Entrar con otro usuario"
      onLeave={onLeave}
    />
  );
}
