import type { Read } from '#server/db/database.ts';
import { type IdMatch, isCountable, LAST, momentsOf, type OrderCriteria, type OrderSort } from './order-criteria.ts';
import { ORDER_ROW, ORDER_SHIPMENTS } from './order-row.ts';

/** Orders that a range of creation days may hold to be sorted at once; beyond, the list's own order is walked. */
const SORTED_AT_ONCE = 50_000;

/** Limits that are worth a prepared statement: as constants they let the planner see how little is asked for. */
const COMMON_LIMITS = new Set([10, 20, 30, 40, 50]);

/** Collects parameters; each gets its number. */
class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** What part of a list is wanted, from its beginning or, `reversed`, from its end. */
export interface Slice {
  limit: number;
  offset: number;
  reversed: boolean;
  /** Takes the place of SORTED_AT_ONCE. */
  sortedAtOnce?: number;
}

/** How many orders fit, from the counters. Only for criteria that are countable. */
function countedTotal(criteria: OrderCriteria, parameters: Parameters): string {
  const { fromDay, toDay, mode, printed, group } = criteria;
  const days = [
    ...(fromDay ? [`day >= ${parameters.add(fromDay)}::date`] : []),
    ...(toDay ? [`day <= ${parameters.add(toDay)}::date`] : []),
  ];
  // The day '-infinity' counts all days together.
  const conditions = [
    'client_id = $1',
    ...(days.length > 0 ? [`day > '-infinity'`, ...days] : [`day = '-infinity'`]),
    ...(mode === undefined ? [] : [`delivery_mode = ${parameters.add(mode)}::smallint`]),
    ...(printed === undefined ? [] : [`printed = ${parameters.add(printed)}::boolean`]),
    ...(group ? [`state_group = ${parameters.add(group)}`] : []),
  ];
  return `SELECT coalesce(sum(n), 0)::bigint AS n FROM order_counts WHERE ${conditions.join(' AND ')}`;
}

function idMatch(column: string, match: IdMatch, parameters: Parameters): string {
  if ('exact' in match) return `${column} = ${parameters.add(match.exact)}`;
  // Byte order is named: the columns of a function have lost it.
  const bytes = `${column} COLLATE "C"`;
  return `${bytes} >= ${parameters.add(match.from)} AND ${bytes} < ${parameters.add(match.below)}`;
}

/** Conditions on mode, printed and group of `o`. */
function plainConditions({ mode, printed, group }: OrderCriteria, parameters: Parameters): string[] {
  return [
    ...(mode === undefined ? [] : [`o.delivery_mode = ${parameters.add(mode)}::smallint`]),
    ...(printed === undefined ? [] : [`o.printed = ${parameters.add(printed)}::boolean`]),
    ...(group ? [`o.state_group = ${parameters.add(group)}`] : []),
  ];
}

function createdConditions(criteria: OrderCriteria, parameters: Parameters): string[] {
  if (!criteria.fromDay && !criteria.toDay) return [];
  const { from, below } = momentsOf(criteria);
  return [`o.created_at >= ${parameters.add(from)}`, `o.created_at < ${parameters.add(below)}`];
}

/** Conditions that only the rows themselves can answer. */
function rowConditions(criteria: OrderCriteria, parameters: Parameters): string[] {
  const { number, tracking, label, pickupPoint } = criteria;
  const among = (condition: string) =>
    `o.id IN (SELECT p.order_pk FROM shipments p WHERE p.client_id = $1 AND ${condition})`;
  const lower = number && `lower(${parameters.add(number)})`;
  return [
    ...(lower ? [`o.order_norm COLLATE "C" >= ${lower} AND o.order_norm COLLATE "C" < ${lower} || '${LAST}'`] : []),
    ...(tracking ? [idMatch('o.tracking_id', tracking, parameters)] : []),
    ...(label ? [among(idMatch('p.label', label, parameters))] : []),
    ...(pickupPoint ? [among(`p.pickup_point_code = ${parameters.add(pickupPoint)}`)] : []),
  ];
}

/**
 * How many orders fit the criteria: a sum of counters where they know it, else a count within the client. One row `n`.
 */
export function totalStatement(clientId: number, criteria: OrderCriteria): Read {
  const parameters = new Parameters();
  parameters.add(clientId);
  const text = isCountable(criteria)
    ? countedTotal(criteria, parameters)
    : `SELECT count(*) AS n FROM (${matches(criteria, parameters)}) m`;
  return { text, values: parameters.values };
}

function matches(criteria: OrderCriteria, parameters: Parameters): string {
  const source =
    criteria.name === undefined ? 'orders o' : `orders_named(like_part(${parameters.add(criteria.name)})) o`;
  const conditions = [
    criteria.name === undefined ? 'o.client_id = $1' : 'current_client() = $1',
    ...rowConditions(criteria, parameters),
    ...plainConditions(criteria, parameters),
    ...createdConditions(criteria, parameters),
  ];
  return `SELECT o.id, o.updated_at, o.created_at FROM ${source} WHERE ${conditions.join(' AND ')}`;
}

/** Common tables `total` and `ids`, the ids of the wanted rows, by the path that the counters call for. */
function paths(criteria: OrderCriteria, sort: OrderSort, slice: Slice, parameters: Parameters): string[] {
  const direction = sort.descending === slice.reversed ? 'ASC' : 'DESC';
  const order = `ORDER BY ${sort.column} ${direction}, id ${direction}`;
  const limit = COMMON_LIMITS.has(slice.limit) ? String(slice.limit) : parameters.add(slice.limit);
  const cut = `${order} LIMIT ${limit}${slice.offset > 0 ? ` OFFSET ${parameters.add(slice.offset)}` : ''}`;

  if (!isCountable(criteria)) {
    return [
      `matches AS MATERIALIZED (${matches(criteria, parameters)})`,
      'total AS (SELECT count(*) AS n FROM matches)',
      `ids AS (SELECT id, ${sort.column} FROM matches ${cut})`,
    ];
  }
  const total = `total AS (${countedTotal(criteria, parameters)})`;
  const plain = plainConditions(criteria, parameters);
  const rows = (conditions: string[]) =>
    `SELECT o.id, o.${sort.column} FROM orders o WHERE ${['o.client_id = $1', ...plain, ...conditions].join(' AND ')}`;
  const created = createdConditions(criteria, parameters);
  if (created.length === 0 || sort.column === 'created_at') return [total, `ids AS (${rows(created)} ${cut})`];

  // Few enough: take the range, fenced by its OFFSET, and sort it. Else walk the list, where the day is only looked at:
  // an order is never updated before it was created, so that the walk ends with the range's first day.
  const from = parameters.add(criteria.fromDay ?? '-infinity');
  const to = parameters.add(criteria.toDay ?? 'infinity');
  const most = parameters.add(slice.sortedAtOnce ?? SORTED_AT_ONCE);
  const walk = [
    `local_day(o.created_at) BETWEEN ${from}::date AND ${to}::date`,
    `o.updated_at >= ${parameters.add(momentsOf(criteria).from)}`,
  ];
  return [
    total,
    `ids AS (
      (SELECT id, updated_at FROM (${rows(created)} OFFSET 0) range WHERE (SELECT n FROM total) <= ${most}::bigint ${cut})
      UNION ALL
      (SELECT * FROM (${rows(walk)}) walk WHERE (SELECT n FROM total) > ${most}::bigint ${cut})
    )`,
  ];
}

/** The rows that `ids` names, as JSON, in the wanted order whichever end they were taken from. */
function rowsOf(sort: OrderSort): string {
  const direction = sort.descending ? 'DESC' : 'ASC';
  return `SELECT coalesce(json_agg(${ORDER_ROW} ORDER BY ids.${sort.column} ${direction}, ids.id ${direction}), '[]')::text
    FROM ids JOIN orders o ON o.client_id = $1 AND o.id = ids.id CROSS JOIN LATERAL (${ORDER_SHIPMENTS}) s`;
}

/**
 * Name of a statement that is worth preparing: a first page in the default order, by what the counters know, or by a name
 * or a number alone. There are few of those; every name costs memory on every connection, so that other shapes have none.
 */
function nameOf(criteria: OrderCriteria, sort: OrderSort, slice: Slice): string | undefined {
  const filters = Object.keys(criteria);
  const common = isCountable(criteria) || /^(name|number)$/.test(filters.join());
  const first = slice.offset === 0 && !slice.reversed && COMMON_LIMITS.has(slice.limit);
  if (!common || !first || sort.column !== 'updated_at' || !sort.descending) return undefined;
  // PostgreSQL keeps 63 characters of a name.
  return ['orders', slice.limit, ...filters.map((filter) => filter.slice(0, 3)).sort()].join(' ');
}

/** A slice of the list and its total, in one statement: one row `total`, `results` (JSON text). */
export function sliceStatement(clientId: number, criteria: OrderCriteria, sort: OrderSort, slice: Slice): Read {
  const parameters = new Parameters();
  parameters.add(clientId);
  const common = paths(criteria, sort, slice, parameters);
  const name = nameOf(criteria, sort, slice);
  return {
    ...(name && { name }),
    text: `WITH ${common.join(', ')} SELECT (SELECT n FROM total) AS total, (${rowsOf(sort)}) AS results`,
    values: parameters.values,
  };
}

/** Whether a far slice can skip whole days by their counters: nothing but the group narrows the list. */
export function canSkipDays(criteria: OrderCriteria, sort: OrderSort): boolean {
  return sort.column === 'updated_at' && Object.keys(criteria).every((name) => name === 'group');
}

/**
 * A slice far from where its walk begins: the counters tell on which day it lies, and only that day and the next are
 * walked. One row `results`.
 */
export function farSliceStatement(clientId: number, criteria: OrderCriteria, sort: OrderSort, slice: Slice): Read {
  const parameters = new Parameters();
  parameters.add(clientId);
  const descends = sort.descending !== slice.reversed;
  const direction = descends ? 'DESC' : 'ASC';
  const group = criteria.group ? `AND state_group = ${parameters.add(criteria.group)}` : '';
  const offset = parameters.add(slice.offset);
  const border = descends
    ? `o.updated_at < (SELECT (day + 1)::timestamp AT TIME ZONE INTERVAL '-03:00' FROM skip)`
    : `o.updated_at >= (SELECT day::timestamp AT TIME ZONE INTERVAL '-03:00' FROM skip)`;
  return {
    name: ['orders far', direction, sort.descending, criteria.group === undefined].join(' '),
    text: `WITH days AS (
        SELECT day, (sum(sum(n)) OVER (ORDER BY day ${direction}) - sum(n))::bigint AS before
        FROM order_updated_counts WHERE client_id = $1 ${group} GROUP BY day HAVING sum(n) > 0
      ), skip AS (
        SELECT day, before FROM days WHERE before <= ${offset} ORDER BY before DESC LIMIT 1
      ), ids AS (
        SELECT o.id, o.updated_at FROM orders o WHERE o.client_id = $1 ${group} AND ${border}
        ORDER BY o.updated_at ${direction}, o.id ${direction}
        LIMIT ${parameters.add(slice.limit)} OFFSET ${offset} - (SELECT before FROM skip)
      ) SELECT (${rowsOf(sort)}) AS results`,
    values: parameters.values,
  };
}
