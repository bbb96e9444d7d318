import type { OrderDetail } from '#shared/orders/orders.ts';
import { publicStates, readOrderStates } from '#shared/orders/shipments.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useSettings } from '#web/kit/call/settings.ts';
import { type HistoryLine, shipmentHistory } from './shipment-history.ts';

export interface OrderHistory {
  /** Returns the history of a shipment, newest first; undefined while loading. */
  of: (label: string) => HistoryLine[] | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * Loads the state histories of an order's shipments. Other gateways only have the public call, whose token comes with the order or from
 * the settings (readings S1, R4).
 */
export function useOrderHistory(order: OrderDetail | null): OrderHistory {
  const { states_token } = useSettings();
  const onlyPublic = useCapability('orderStates') === false;
  const token = order?.states_token || states_token;
  const trackingId = order?.tracking_id ?? '';
  const own = useApiQuery(readOrderStates, trackingId ? { params: { id: trackingId } } : null);
  const open = useApiQuery(publicStates, onlyPublic && trackingId && token ? { params: { trackingId, token } } : null);
  const states = onlyPublic ? open : own;
  return {
    of: (label) => states.data && shipmentHistory(states.data.results, label),
    // A failed refetch keeps the shown history.
    failed: (states.isError && !states.data) || (onlyPublic && order !== null && token === ''),
    retry: () => void states.refetch(),
  };
}
