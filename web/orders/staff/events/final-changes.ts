import { pluralize } from '#shared/format.ts';
import type { ListedRow } from '#shared/orders/event-list/list-events.ts';
import { FINAL_STATES, parseShipmentState, shipmentState } from '#shared/orders/rules/parcel/shipment-states.ts';

/** Names the final states that a list reports, with the number of parcels of each; none for a list without one. */
export function finalChanges(rows: readonly ListedRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { event } of rows) {
    const code = event && parseShipmentState(event.state).code;
    if (!code || !FINAL_STATES.includes(code)) continue;
    const { label } = shipmentState(code);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => `${pluralize(count, 'envío pasa', 'envíos pasan')} a ${label}`);
}
