import { type ListCriteria, parseListCriteria } from '#server/domain/list-criteria.ts';
import type { Day } from '#shared/days.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import { isShipmentStateCode, type ShipmentStateCode, stateByText } from '#shared/rules/shipment-states.ts';
import type { listShipments } from '#shared/shipments.ts';

/** Parsed filters of the shipments list. */
export interface ShipmentCriteria extends ListCriteria {
  state?: ShipmentStateCode;
  /** Text of an unknown state, as received (readings C17). */
  otherState?: string;
}

/**
 * Parses the filters of the shipments list (D1 §7). The state may be a code or a text.
 *
 * @returns null if no shipment can have the value of a filter: the list is then empty
 */
export function parseShipmentCriteria(
  filter: QueryOf<typeof listShipments>['filter'],
  today: Day,
): ShipmentCriteria | null {
  const common = parseListCriteria(filter, today);
  if (common === null || filter.state === undefined) return common;
  const state = isShipmentStateCode(filter.state) ? filter.state : stateByText(filter.state);
  return { ...common, ...(state === null ? { otherState: filter.state } : { state }) };
}
