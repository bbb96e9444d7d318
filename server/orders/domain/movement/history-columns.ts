import { localDay } from '#shared/kit/days.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import type { ShipmentHistoryEntry } from '#shared/orders/rules/shipment/event-position.ts';
import { isDelivered, isReturnRequest } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { MovedShipment } from './move-shipments.store.ts';

/** Columns of a shipment that follow from its history. */
export type HistoryColumns = Omit<MovedShipment, 'id'>;

/**
 * Returns the columns of a shipment that follow from its history: the state is the last entry.
 *
 * @param history entries that no correction superseded, the oldest first
 * @param searched entries that are searched for the first return request and for the collection: only the new ones, if
 *   the columns keep the values of earlier ones
 */
export function historyColumns(
  history: readonly ShipmentHistoryEntry[],
  searched: readonly Pick<ShipmentHistoryEntry, 'at' | 'code'>[] = history,
): HistoryColumns {
  const last = history.at(-1);
  if (!last) throw new Error('a history without entries has no state');
  const requested = searched.find(({ code }) => isReturnRequest(code));
  const collected = searched.find(({ code }) => isCollected([code]));
  return {
    state: last.text,
    state_code: last.code,
    state_at: new Date(last.at),
    return_requested_at: requested ? new Date(requested.at) : null,
    delivery_date: isDelivered(last.code) ? localDay(new Date(last.at)) : null,
    collected_on: collected ? localDay(new Date(collected.at)) : null,
  };
}
