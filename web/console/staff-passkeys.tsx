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
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The passkeys of a person who has an authenticator app. */
export function StaffPasskeys() {
  const { data, error, refetch } = useApiQuery(listStaffPasskeys);
  if (!data) return error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Spinner />;
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
