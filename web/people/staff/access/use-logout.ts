import { staffLogout } from '#shared/people/staff-sessions.ts';
import { keptPerson } from '#web/console/kept-person.ts';
import { forgetReasons } from '#web/console/kept-reasons.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { queryClient } from '#web/lib/queries.ts';
import { forgetChosenOrders } from '#web/warehouse/staff/chosen-orders.ts';

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
