import { useState } from 'react';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { showReceiverContact } from '#shared/orders/staff-shipment/staff-search.ts';
import type { StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import type { WholeChanges } from '#web/orders/staff/queues/whole-changes.ts';

type Contact = ReplyOf<typeof showReceiverContact>['results'];

/** What a person sees of a shipment's receiver and of the change that waits, after one call. */
export interface ShownReceiver extends WholeChanges {
  /** Null until the person asked. */
  contact: Pick<Contact, 'receiver_phone' | 'document' | 'email'> | null;
}

/**
 * Reads the receiver's contact and the values of the change that waits, which people see masked until they ask for them. The contact is
 * forgotten once the shipment or its receiver changed: it may be somebody else's.
 *
 * @param waiting id of the request that waits for a decision; null without one
 */
export function useShownReceiver(shipment: StaffShipmentHistory, waiting: number | null): ShownReceiver {
  const { send, pending } = useApiMutation(showReceiverContact);
  const [shown, setShown] = useState<{ of: string; results: Contact } | null>(null);
  const of = JSON.stringify([shipment.updated_at, shipment.receiver]);
  const requested = shown?.results.requested;
  return {
    contact: shown?.of === of ? shown.results : null,
    changes: requested && requested.id === waiting ? requested.changes : null,
    pending,
    show: async () => {
      try {
        const { results } = await send({ params: { label: shipment.shipment_id } });
        setShown({ of, results });
        return true;
      } catch (error) {
        alerts.danger(asApiError(error).firstMessage);
        return false;
      }
    },
  };
}
