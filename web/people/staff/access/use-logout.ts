import { staffLogout } from '#shared/people/staff-sessions.ts';
import { keptPerson } from '#web/console/kit/kept-person.ts';
import { forgetReasons } from '#web/console/kit/kept-reasons.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { queryClient } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
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
