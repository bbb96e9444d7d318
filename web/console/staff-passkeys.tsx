import {
  addStaffPasskey,
  beginStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
} from '#shared/ops/staff-passkeys.ts';
import { currentStaff, listStaffSessions } from '#shared/ops/staff-sessions.ts';
import { PasskeyPanel } from '#web/parts/second-factor/passkey-panel.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { callStaff, refetchStaff, useStaffQuery } from './staff-api.ts';

/** The passkeys of a person who has an authenticator app. */
export function StaffPasskeys() {
  const { data, error, refetch } = useStaffQuery(listStaffPasskeys);
  if (!data) return error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Spinner />;
  async function changed<T>(change: Promise<T>): Promise<T> {
    const done = await change;
    await refetchStaff(listStaffPasskeys, currentStaff, listStaffSessions);
    return done;
  }
  return (
    <PasskeyPanel
      passkeys={data.results}
      onBegin={async () => (await callStaff(beginStaffPasskey)).results}
      onAdd={(body) => changed(callStaff(addStaffPasskey, { body }))}
      onRemove={(id) => changed(callStaff(removeStaffPasskey, { params: { id } }))}
    />
  );
}
