import type { OrderDetail } from '#shared/orders.ts';
import { publicStates } from '#shared/shipments.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useSettings, useSettingsReady } from '#web/lib/settings.ts';
import { type HistoryLine, shipmentHistory } from './shipment-history.ts';

export interface OrderHistory {
  /** Returns the history of a shipment, newest first; undefined while loading. */
  of: (label: string) => HistoryLine[] | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * Loads the state histories of an order's shipments. The token comes with the order, or from the settings when the gateway
 * omits it (readings S1, R4).
 */
export function useOrderHistory(order: OrderDetail | null): OrderHistory {
  const { states_token } = useSettings();
  const ready = useSettingsReady();
  const token = order?.states_token || (ready ? states_token : '');
  const trackingId = order?.tracking_id ?? '';
  const states = useApiQuery(publicStates, trackingId && token ? { params: { trackingId, token } } : null, {
    keepPrevious: false,
  });
  return {
    of: (label) => states.data && shipmentHistory(states.data.results, label),
    // A failed refetch keeps the shown history.
    failed: (states.isError && !states.data) || (ready && order !== null && token === ''),
    retry: () => void states.refetch(),
  };
}
