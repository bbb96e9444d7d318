import { deliveryModes, shipmentStateList } from '#shared/lookups.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import type { SelectOption } from '#web/ui/select.tsx';

/** Modes and states change seldom: 5 minutes. */
const STALE_TIME_MS = 300_000;

/** A list of ids and names as a select offers it; ids may come as numbers (readings C11). */
function useOptions(endpoint: typeof deliveryModes | typeof shipmentStateList): SelectOption[] {
  const { data } = useApiQuery(endpoint, {}, { staleTime: STALE_TIME_MS });
  return (data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}

/** The client's delivery modes. */
export const useModeOptions = () => useOptions(deliveryModes);

/** The states that a shipment may be in. */
export const useStateOptions = () => useOptions(shipmentStateList);
