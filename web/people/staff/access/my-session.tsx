import {
  addStaffPasskey,
  beginStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
} from '#shared/people/second-factor/staff-passkeys.ts';
import { changeStaffPassword, STAFF_PASSWORD_MIN, staffPasswordForm } from '#shared/people/staff-password.ts';
import {
  beginFactor,
  confirmFactor,
  currentStaff,
  endOtherStaffSessions,
  endStaffSession,
  listStaffSessions,
  renewBackupCodes,
} from '#shared/people/staff-sessions.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { PasswordChangeForm } from '#web/people/password/change-form.tsx';
import { FactorPanel } from '#web/people/second-factor/factor-panel.tsx';
import { PasskeyPanel } from '#web/people/second-factor/passkey-panel.tsx';
import { SessionsPanel } from '#web/people/sessions-panel.tsx';
import type { Me } from './me.ts';
import { FirstSecret } from './staff-factor-set-up.tsx';

const SESSIONS = { list: listStaffSessions, end: endStaffSession, endOthers: endOtherStaffSessions };

const FACTOR = { begin: beginFactor, confirm: confirmFactor, renew: renewBackupCodes };

const PASSKEYS = {
  list: listStaffPasskeys,
  begin: beginStaffPasskey,
  add: addStaffPasskey,
  remove: removeStaffPasskey,
};

const TITLE = 'Cambiar contraseña';

/** Changes the person's password. */
function PasswordPanel({ email }: { email: string }) {
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

/** `/consola`: the person's sessions, password and second factor. */
export function MySession({ me }: { me: Me }) {
  return (
    <>
      <PageHeader title="Mi sesión" subtitle={<span>{me.email}</span>} />
      <div className="stack">
        <SessionsPanel calls={SESSIONS} changed={[currentStaff]} NotLoaded={NotLoaded} />
        <PasswordPanel email={me.email} />
        <Panel title="Segundo paso">
          <FactorPanel
            calls={FACTOR}
            backupCodes={me.has_factor ? (me.backup_codes ?? 0) : null}
            first={(onSecret) => <FirstSecret onSecret={onSecret} />}
            onChanged={() => void invalidateApiQueries(currentStaff, listStaffSessions)}
          >
            {!me.has_factor && <p>En la demostración no hace falta.</p>}
          </FactorPanel>
        </Panel>
        {me.has_factor && (
          <PasskeyPanel calls={PASSKEYS} changed={[currentStaff, listStaffSessions]} NotLoaded={NotLoaded} />
        )}
      </div>
    </>
  );
}
