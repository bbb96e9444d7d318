import type { CreationDays } from '#server/db/list/list-source.ts';
import { type ListCriteria, parseListCriteria } from '#server/orders/domain/list-criteria.ts';
import type { Day } from '#shared/kit/days.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import { RESULT_FILTERS, type ResultFilter } from '#shared/orders/rules/due/delivery-result.ts';
import { NO_PROVINCE, type ProvinceLetter } from '#shared/orders/rules/place/provinces.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { type NonDeliveryReason, nonDeliveryReason } from '#shared/orders/rules/shipment/non-delivery-reasons.ts';
import {
  isShipmentStateCode,
  type ShipmentStateCode,
  stateByText,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import type { listShipments } from '#shared/orders/shipments.ts';

type Filter = QueryOf<typeof listShipments>['filter'];

/** Parsed filters of the shipments list. */
export interface ShipmentCriteria extends ListCriteria {
  state?: ShipmentStateCode;
  /** Text of an unknown state, as received (readings C17). */
  otherState?: string;
  /** '-' for shipments whose province isn't known. */
  province?: ProvinceLetter | '-';
  /** How the delivery went. */
  delivery?: DeliveryCriteria;
}

/** Criteria of the results of deliveries; absent ones don't filter. */
export interface DeliveryCriteria extends CreationDays {
  result?: ResultFilter;
  failure?: NonDeliveryReason;
}

/**
 * Parses the filters of the shipments list (D1 §7). The state may be a code or a text.
 *
 * @returns null if no shipment can have the value of a filter: the list is then empty
 */
export function parseShipmentCriteria(filter: Filter, today: Day): ShipmentCriteria | null {
  const common = parseListCriteria(filter, today);
  const province = filter.province === undefined ? undefined : provinceCriteria(filter.province);
  const delivery = deliveryCriteria(filter);
  if (common === null || province === null || delivery === null) return null;
  return {
    ...common,
    ...(province && { province }),
    ...(delivery && { delivery }),
    ...(filter.state !== undefined && stateCriteria(filter.state)),
  };
}

const provinceCriteria = (text: string) => (text === NO_PROVINCE ? '-' : (readProvince(text)?.letter ?? null));

function stateCriteria(text: string): Pick<ShipmentCriteria, 'state' | 'otherState'> {
  const state = isShipmentStateCode(text) ? text : stateByText(text);
  return state === null ? { otherState: text } : { state };
}

/** Returns undefined without such filters, and null for a value that no shipment has. */
function deliveryCriteria({
  result: wanted,
  failure: reason,
  from_date,
  to_date,
}: Filter): DeliveryCriteria | null | undefined {
  if (wanted === undefined && reason === undefined) return undefined;
  const result = RESULT_FILTERS.find((known) => known === wanted);
  const failure = nonDeliveryReason(reason ?? null);
  if ((wanted !== undefined && !result) || (reason !== undefined && failure === null)) return null;
  return {
    ...(result && { result }),
    ...(failure && { failure }),
    ...(from_date && { fromDay: from_date }),
    ...(to_date && { toDay: to_date }),
  };
}
