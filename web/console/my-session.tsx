import {
  addStaffPasskey,
  beginStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
} from '#shared/ops/staff-passkeys.ts';
import { currentStaff, endOtherStaffSessions, endStaffSession, listStaffSessions } from '#shared/ops/staff-sessions.ts';
import { PasskeyPanel } from '#web/parts/second-factor/passkey-panel.tsx';
import { SessionsPanel } from '#web/parts/sessions/sessions-panel.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FactorPanel } from './factor-panel.tsx';
import type { Me } from './me.ts';
import { NotLoaded } from './not-loaded.tsx';
import { PasswordPanel } from './password-panel.tsx';

const SESSIONS = { list: listStaffSessions, end: endStaffSession, endOthers: endOtherStaffSessions };

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
        <FactorPanel me={me} />
        {me.has_factor && (
          <PasskeyPanel calls={PASSKEYS} changed={[currentStaff, listStaffSessions]} NotLoaded={NotLoaded} />
        )}
      </div>
    </>
  );
}
