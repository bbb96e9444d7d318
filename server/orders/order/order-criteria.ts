import {
  type IdMatch,
  type ListCriteria,
  parseListCriteria,
  trackingMatch,
} from '#server/orders/domain/list-criteria.ts';
import type { Day } from '#shared/kit/days.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import type { listOrders } from '#shared/orders/orders.ts';
import { STATE_GROUPS, type StateGroup } from '#shared/orders/rules/state-group.ts';

/** Parsed filters of the orders list. */
export interface OrderCriteria extends ListCriteria {
  group?: StateGroup;
  tracking?: IdMatch;
}

/**
 * Parses the filters of the orders list (D1 §7, readings C12).
 *
 * @returns null if no order can have the value of a filter, such as an unknown delivery mode: the list is then empty
 */
export function parseOrderCriteria(filter: QueryOf<typeof listOrders>['filter'], today: Day): OrderCriteria | null {
  const common = parseListCriteria(filter, today);
  const group = STATE_GROUPS.find((name) => name === filter.state);
  if (common === null || (filter.state !== undefined && !group)) return null;
  const { tracking } = filter;
  return {
    ...common,
    ...(group && { group }),
    ...(tracking && { tracking: trackingMatch(tracking) }),
  };
}
