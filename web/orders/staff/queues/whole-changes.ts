import { useState } from 'react';
import { type StaffModification, showRequestedChanges } from '#shared/orders/staff-modifications.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { alerts } from '#web/kit/lib/alerts.ts';

/** The whole values of a request, which people see masked until they ask for them. The company sees who did. */
export interface WholeChanges {
  /** Null until the person asked. */
  changes: StaffModification['changes'] | null;
  pending: boolean;
  /** Reads the values, or shows why not. @returns whether they are shown now */
  show: () => Promise<boolean>;
}

/** Reads the whole values of a request by its own call. @param key of the request and its state: values of another key are forgotten */
export function useWholeChanges(params: { clientId: string; id: string }, key: string): WholeChanges {
  const { send, pending } = useApiMutation(showRequestedChanges);
  const [shown, setShown] = useState<{ key: string; changes: StaffModification['changes'] } | null>(null);
  return {
    changes: shown?.key === key ? shown.changes : null,
    pending,
    show: async () => {
      try {
        const { changes } = (await send({ params })).results;
        setShown({ key, changes });
        return true;
      } catch (error) {
        alerts.danger(asApiError(error).firstMessage);
        return false;
      }
    },
  };
}
