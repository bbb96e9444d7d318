import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { deliveryModes, shipmentStateList } from '#shared/orders/lookups.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';

/** Five minutes: modes and states seldom change. */
const STALE_TIME_MS = 5 * MINUTE_MS;

/** Loads ids and names as options of a select; ids may be numbers (readings C11). */
function useOptions(endpoint: typeof deliveryModes | typeof shipmentStateList): SelectOption[] {
  const { data } = useApiQuery(endpoint, {}, { staleTime: STALE_TIME_MS });
  return (data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}

/** The client's delivery modes. */
export const useModeOptions = () => useOptions(deliveryModes);

/** The states that a shipment may be in. */
export const useStateOptions = () => useOptions(shipmentStateList);
