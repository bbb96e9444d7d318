import {
  addStaffPasskey,
  beginStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
} from '#shared/people/staff-passkeys.ts';
import {
  beginFactor,
  confirmFactor,
  currentStaff,
  endOtherStaffSessions,
  endStaffSession,
  listStaffSessions,
  renewBackupCodes,
} from '#shared/people/staff-sessions.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { FactorPanel } from '#web/people/second-factor/factor-panel.tsx';
import { PasskeyPanel } from '#web/people/second-factor/passkey-panel.tsx';
import { SessionsPanel } from '#web/people/sessions/sessions-panel.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { Me } from './me.ts';
import { PasswordPanel } from './password-panel.tsx';
import { FirstSecret } from './staff-factor-set-up.tsx';

const SESSIONS = { list: listStaffSessions, end: endStaffSession, endOthers: endOtherStaffSessions };

const FACTOR = { begin: beginFactor, confirm: confirmFactor, renew: renewBackupCodes };

const PASSKEYS = {
  list: listStaffPasskeys,
  begin: beginStaffPasskey,
  add: addStaffPasskey,
  remove: removeStaffPasskey,
};

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
