import { changeStaffPassword, STAFF_PASSWORD_MIN, staffPasswordForm } from '#shared/people/staff-password.ts';
import { currentStaff, listStaffSessions } from '#shared/people/staff-sessions.ts';
import { alerts } from '#web/lib/alerts.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { PasswordChangeForm } from '#web/people/password/change-form.tsx';
import { Panel } from '#web/ui/panel.tsx';

const TITLE = 'Cambiar contraseña';

/** Changes the person's password. */
export function PasswordPanel({ email }: { email: string }) {
  const { send, pending } = useApiMutation(changeStaffPassword);

  async function change(body: { currentPassword: string; newPassword: string }) {
    const { message } = await send({ body });
    alerts.success(message, 'Se cerraron tus otras sesiones');
    void invalidateApiQueries(listStaffSessions);
    // A call that began with the former cookie may have found nobody.
    void invalidateApiQueries(currentStaff);
  }

  return (
    <Panel title={TITLE}>
      <PasswordChangeForm
        title={TITLE}
        schema={staffPasswordForm}
        account={email}
        hint={`Al menos ${STAFF_PASSWORD_MIN} caracteres`}
        pending={pending}
        onChange={change}
      />
    </Panel>
  );
}
