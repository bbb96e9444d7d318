import { staffLogout } from '#shared/ops/staff-sessions.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { queryClient } from '#web/lib/queries.ts';
import { forgetChosenOrders } from './depot/chosen-orders.ts';
import { keptPerson } from './kept-person.ts';
import { forgetReasons } from './kept-reasons.ts';

/** Provides the logout: ends the session and forgets all data that were read with it. */
export function useLogout() {
  const { send, pending } = useApiMutation(staffLogout);
  const logOut = async () => {
    if (pending) return;
    try {
      await send();
      keptPerson.set(null);
      forgetReasons();
      forgetChosenOrders();
      await queryClient.resetQueries();
    } catch (error) {
      alerts.danger(asApiError(error).message);
    }
  };
  return { logOut, pending };
}
