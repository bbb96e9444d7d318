import {
  addStaffPasskey,
  beginStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
} from '#shared/ops/staff-passkeys.ts';
import { currentStaff, listStaffSessions } from '#shared/ops/staff-sessions.ts';
import { call } from '#web/lib/api.ts';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { PasskeyPanel } from '#web/parts/second-factor/passkey-panel.tsx';
import { NotLoaded } from './not-loaded.tsx';

/** The passkeys of a person who has an authenticator app. */
export function StaffPasskeys() {
  const { data, error, refetch } = useApiQuery(listStaffPasskeys);
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={2} />;
  async function changed<T>(change: Promise<T>): Promise<T> {
    const done = await change;
    await invalidateApiQueries(listStaffPasskeys, currentStaff, listStaffSessions);
    return done;
  }
  return (
    <PasskeyPanel
      passkeys={data.results}
      onBegin={async () => (await call(beginStaffPasskey)).results}
      onAdd={(body) => changed(call(addStaffPasskey, { body }))}
      onRemove={(id) => changed(call(removeStaffPasskey, { params: { id } }))}
    />
  );
}
