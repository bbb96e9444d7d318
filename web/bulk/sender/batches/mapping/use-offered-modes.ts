import { DELIVERY_MODES, REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { availableModes } from '#shared/orders/rules/validate-new-order.ts';
import { useSession } from '#web/kit/call/session-store.ts';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';

/** Returns the delivery modes of orders to receivers that the client may use. */
export function useOfferedModes(): SelectOption[] {
  const session = useSession();
  const offered = availableModes({
    reverseLogistics: session?.reverseLogistics ?? false,
    fulfillment: session?.fulfillment ?? false,
  });
  return DELIVERY_MODES.filter(({ id }) => id !== REVERSE_MODE && offered.includes(id)).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
}
