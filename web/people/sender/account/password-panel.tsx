import { modifyPassword, passwordChange } from '#shared/access.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { PasswordChangeForm } from '#web/people/password/change-form.tsx';
import { Panel } from '#web/ui/panel.tsx';

const TITLE = 'Cambiar Contraseña';

/** Changes the password (D2 §2, §5). Only the length is enforced; the requested complexity is advice (readings S10). */
export function PasswordPanel() {
  const { username } = useClientSession();
  const endsSessions = useCapability('accountSecurity') !== false;
  const { send, pending } = useApiMutation(modifyPassword);

  async function change(body: { currentPassword: string; newPassword: string }) {
    await send({ body });
    // Our own gateway ends the other sessions; a foreign gateway may not.
    alerts.success('Contraseña modificada correctamente', endsSessions ? 'Se cerraron tus otras sesiones' : undefined);
  }

  return (
    <Panel title={TITLE}>
      <PasswordChangeForm
        title={TITLE}
        schema={passwordChange}
        account={username}
        username={username}
        pending={pending}
        onChange={change}
      >
        <p className="muted">Usá números, letras mayúsculas y minúsculas, y un carácter especial.</p>
      </PasswordChangeForm>
    </Panel>
  );
}
