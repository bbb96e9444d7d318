import { staffLogout } from '#shared/ops/staff-sessions.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { keptPerson } from './kept-person.ts';
import { forgetReasons } from './kept-reasons.ts';
import { staffQueries, useStaffCall } from './staff-api.ts';

/** Provides the logout: ends the session and forgets all data that were read with it. */
export function useLogout() {
  const { send, pending } = useStaffCall(staffLogout);
  const logOut = async () => {
    try {
      await send();
      keptPerson.set(null);
      forgetReasons();
      await staffQueries.resetQueries();
    } catch (error) {
      alerts.danger(asApiError(error).message);
    }
  };
  return { logOut, pending };
}
