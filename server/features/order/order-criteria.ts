import { startOfDay } from '#shared/days.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import type { listOrders } from '#shared/orders.ts';
import { deliveryModeId } from '#shared/rules/delivery-modes.ts';
import { STATE_GROUPS, type StateGroup } from '#shared/rules/state-group.ts';
import { labelOf, parseLabel, parseTrackingId } from '#shared/rules/tracking-id.ts';

/** A public id: one, or those that begin alike (from `from`, below `below` in byte order). */
export type IdMatch = { exact: string } | { from: string; below: string };

/** Filters of the orders list, ready for SQL; absent ones don't filter. */
export interface OrderCriteria {
  /** Local days, both included. */
  fromDay?: string;
  toDay?: string;
  mode?: number;
  printed?: boolean;
  group?: StateGroup;
  /** Part of a receiver's name, as typed. */
  name?: string;
  /** Beginning of the client's own number, as typed. */
  number?: string;
  tracking?: IdMatch;
  label?: IdMatch;
  pickupPoint?: string;
}

export interface OrderSort {
  column: 'updated_at' | 'created_at';
  descending: boolean;
}

const SORTS = new Map<string, OrderSort['column']>([
  ['o.updated_at', 'updated_at'],
  ['o.created_at', 'created_at'],
]);

/** The sort that a request names by its key in a fixed table; the default otherwise (readings S14). */
export function sortOf(order: { sort?: string | undefined; direction?: string | undefined } | undefined): OrderSort {
  return {
    column: SORTS.get(order?.sort ?? '') ?? 'updated_at',
    descending: order?.direction?.toUpperCase() !== 'ASC',
  };
}

/** The last character there is: behind every text that begins alike. */
export const LAST = '\u{10FFFF}';

/** A complete id is looked up by itself; any other text is the beginning of one, read as a person types it. */
function publicId(text: string, complete: string | null): IdMatch {
  if (complete !== null) return { exact: complete };
  const [head = '', ...rest] = text.toUpperCase().split('-');
  const from = [head.replaceAll('O', '0').replace(/[IL]/g, '1'), ...rest].join('-');
  return { from, below: from + LAST };
}

/**
 * Reads the filters of the orders list (D1 §7, readings C12). Null when one of them names something that no order can
 * have, such as an unknown delivery mode: then nothing is found.
 */
export function criteriaOf(filter: QueryOf<typeof listOrders>['filter']): OrderCriteria | null {
  const mode = filter.delivery_mode === undefined ? undefined : deliveryModeId(filter.delivery_mode);
  const group = STATE_GROUPS.find((name) => name === filter.state);
  if (mode === null || (filter.state !== undefined && !group)) return null;
  const { tracking, shipment } = filter;
  const label = shipment === undefined ? null : parseLabel(shipment);
  return {
    ...(filter.from_date && { fromDay: filter.from_date }),
    ...(filter.to_date && { toDay: filter.to_date }),
    ...(mode !== undefined && { mode }),
    ...(filter.printed_by_client !== undefined && { printed: filter.printed_by_client }),
    ...(group && { group }),
    ...(filter.client && { name: filter.client }),
    ...(filter.order && { number: filter.order }),
    ...(tracking && { tracking: publicId(tracking, parseTrackingId(tracking)) }),
    ...(shipment && { label: publicId(shipment, label && labelOf(label.trackingId, label.n)) }),
    ...(filter.pickup_point_code && { pickupPoint: filter.pickup_point_code }),
  };
}

/** Whether the counters know how many orders fit: only by day, mode, printed and group. */
export function isCountable(criteria: OrderCriteria): boolean {
  return !(criteria.name || criteria.number || criteria.tracking || criteria.label || criteria.pickupPoint);
}

/** The moments that a range of days begins and ends at, the end not included; open ends are far away. */
export function momentsOf({ fromDay, toDay }: Pick<OrderCriteria, 'fromDay' | 'toDay'>): { from: Date; below: Date } {
  return {
    from: new Date(fromDay ? startOfDay(fromDay) : 0),
    below: new Date(toDay ? startOfDay(toDay) + 86_400_000 : startOfDay('2999-01-01')),
  };
}
