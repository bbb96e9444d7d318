import type { CreationDays, ListSort } from '#server/db/list/list-source.ts';
import type { Parameters } from '#server/db/list/parameters.ts';
import type { Day } from '#shared/kit/days.ts';
import { plainSigns, withoutEnclosure } from '#shared/kit/text/plain-signs.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { isLabel, trackingIdOf } from '#shared/orders/rules/code/tracking-id.ts';
import { deliveryModeId } from '#shared/orders/rules/delivery-modes.ts';

/** A public id, or a range of public ids with a common beginning (`from` ≤ id < `below` in byte order). */
export type IdMatch = { exact: string } | { from: string; below: string };

/** Criteria of both the list of orders and the list of shipments, ready for SQL. Absent criteria don't filter. */
export interface ListCriteria extends CreationDays {
  mode?: number;
  printed?: boolean;
  /** Part of a receiver's name, as typed. */
  name?: string;
  /** Beginning of the client's order number (`order_id`), as typed. */
  number?: string;
  label?: IdMatch;
  pickupPoint?: string;
  /** Only rows whose promised day is still awaited; with `before`, only those promised before that day. */
  due?: { before?: Day };
}

// A Map, because a plain object has inherited keys that a request could name ('__proto__').
const SORTS = new Map<string, ListSort['column']>([
  ['o.updated_at', 'updated_at'],
  ['o.created_at', 'created_at'],
  ['o.due_on', 'due_on'],
]);

/** Returns the sort that a request names by a key of `SORTS`; by default the last change, descending (readings S14). */
export function parseSort(order: { sort?: string | undefined; direction?: string | undefined } | undefined): ListSort {
  return {
    column: SORTS.get(order?.sort ?? '') ?? 'updated_at',
    descending: order?.direction?.toUpperCase() !== 'ASC',
  };
}

/** The last Unicode character: a beginning followed by it sorts after every text with that beginning. */
const LAST = '\u{10FFFF}';

/**
 * Returns an exact match for a complete id. Any other text is the beginning of an id, in Crockford base32 as people
 * type it.
 */
export function toIdMatch(text: string, complete: string | null): IdMatch {
  if (complete !== null) return { exact: complete };
  const [head = '', ...rest] = (withoutEnclosure(plainSigns(text)) || text).toUpperCase().split('-');
  const from = [head.replaceAll('O', '0').replace(/[IL]/g, '1'), ...rest].join('-');
  return { from, below: from + LAST };
}

/** Returns the match of a filter by tracking id; a label names its order. */
export function trackingMatch(text: string): IdMatch {
  const id = parseScannedId(text);
  return toIdMatch(text, id && trackingIdOf(id));
}

/** Returns the match of a filter by label; a tracking id matches all labels of its order. */
function labelMatch(text: string): IdMatch {
  const id = parseScannedId(text);
  return toIdMatch(id ?? text, id && isLabel(id) ? id : null);
}

/** Filters of both lists as the contract parses them (D1 §7). */
interface ListFilters {
  shipment?: string | undefined;
  order?: string | undefined;
  client?: string | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
  delivery_mode?: string | undefined;
  pickup_point_code?: string | undefined;
  printed_by_client?: boolean | undefined;
  late?: boolean | undefined;
}

/** Reads the common filters of both lists; null for an unknown delivery mode, which no row has. */
export function parseListCriteria(filter: ListFilters, today: Day): ListCriteria | null {
  const { shipment, printed_by_client: printed } = filter;
  const mode = filter.delivery_mode === undefined ? undefined : deliveryModeId(filter.delivery_mode);
  if (mode === null) return null;
  return {
    ...(filter.from_date && { fromDay: filter.from_date }),
    ...(filter.to_date && { toDay: filter.to_date }),
    ...(mode !== undefined && { mode }),
    ...(printed !== undefined && { printed }),
    ...(filter.client && { name: filter.client }),
    ...(filter.order && { number: filter.order }),
    ...(shipment && { label: labelMatch(shipment) }),
    ...(filter.pickup_point_code && { pickupPoint: filter.pickup_point_code }),
    ...(filter.late && { due: { before: today } }),
  };
}

/** SQL condition: a public id matches. */
export function idMatchSql(column: string, match: IdMatch, parameters: Parameters): string {
  if ('exact' in match) return `${column} = ${parameters.add(match.exact)}`;
  // Columns that a function returns lose their collation, so it is stated here.
  const bytes = `${column} COLLATE "C"`;
  return `${bytes} >= ${parameters.add(match.from)} AND ${bytes} < ${parameters.add(match.below)}`;
}

/** SQL conditions of the criterion `due` for rows with the alias `of`. */
export function dueSql(of: string, { due }: ListCriteria, parameters: Parameters): string[] {
  if (!due) return [];
  return [`${of}.due_on IS NOT NULL`, ...(due.before ? [`${of}.due_on < ${parameters.add(due.before)}::date`] : [])];
}

/** SQL condition: the client's number of an order `o` begins with `number`. */
export function orderNumberSql(number: string, parameters: Parameters): string {
  const key = `folded_key(${parameters.add(number)})`;
  return `o.order_norm COLLATE "C" >= ${key} AND o.order_norm COLLATE "C" < ${key} || '${LAST}'`;
}
