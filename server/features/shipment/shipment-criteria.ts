import { type ListCriteria, parseListCriteria } from '#server/domain/list-criteria.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import { isShipmentStateCode, type ShipmentStateCode, stateByText } from '#shared/rules/shipment-states.ts';
import type { listShipments } from '#shared/shipments.ts';

/** Filters of the shipments list, ready for SQL; absent ones don't filter. */
export interface ShipmentCriteria extends ListCriteria {
  state?: ShipmentStateCode;
  /** Text of a state that we don't know, as it was received (readings C17). */
  otherState?: string;
}

/**
 * Reads the filters of the shipments list (D1 §7). A state is told by its code or by its text. Null when one of them
 * names something that no shipment can have: then nothing is found.
 */
export function parseShipmentCriteria(filter: QueryOf<typeof listShipments>['filter']): ShipmentCriteria | null {
  const common = parseListCriteria(filter);
  if (common === null || filter.state === undefined) return common;
  const state = isShipmentStateCode(filter.state) ? filter.state : stateByText(filter.state);
  return { ...common, ...(state === null ? { otherState: filter.state } : { state }) };
}
