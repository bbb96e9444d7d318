import type { ListSort, ListSource, Slice } from '#server/db/list/list-source.ts';
import { listStatements, listTexts } from '#server/db/list/list-statement.ts';
import { Parameters } from '#server/db/list/parameters.ts';
import { bind, type Read, type Statement, statement, variant } from '#server/db/statement.ts';
import { dueSql, idMatchSql, orderNumberSql } from '#server/orders/domain/list-criteria.ts';
import {
  JOIN_SHIPMENTS,
  JOINED_NULLS,
  type JoinedOrder,
  ORDER_COLUMNS,
  SHIPMENT_COLUMNS,
  SHIPMENTS_SORT,
} from '#server/orders/domain/order-row.store.ts';
import type { StateGroup } from '#shared/orders/rules/state-group.ts';
import type { OrderCriteria } from './order-criteria.ts';

function rowConditions(criteria: OrderCriteria, parameters: Parameters): string[] {
  const { number, tracking, label, pickupPoint } = criteria;
  const among = (condition: string) =>
    `o.id IN (SELECT p.order_pk FROM shipments p WHERE p.client_id = $1 AND ${condition})`;
  return [
    ...(number ? [orderNumberSql(number, parameters)] : []),
    ...(tracking ? [idMatchSql('o.tracking_id', tracking, parameters)] : []),
    ...(label ? [among(idMatchSql('p.label', label, parameters))] : []),
    ...(pickupPoint ? [among(`p.pickup_point_code = ${parameters.add(pickupPoint)}`)] : []),
    ...dueSql('o', criteria, parameters),
  ];
}

/** FROM clause of the orders whose receiver's name contains a text. The function lacks the promised days. */
const named = ({ due }: OrderCriteria, name: string) =>
  due
    ? `orders_named(like_contains(${name})) named JOIN orders o ON o.client_id = $1 AND o.id = named.id`
    : `orders_named(like_contains(${name})) o`;

const SOURCE: ListSource<OrderCriteria> = {
  table: 'orders',
  alias: 'o',
  counts: 'order_counts',
  counted: { mode: ['delivery_mode', 'smallint'], printed: ['printed', 'boolean'], group: ['state_group', 'text'] },
  common: ['name', 'number'],
  matching: (criteria, parameters) =>
    criteria.name === undefined
      ? { from: 'orders o', conditions: ['o.client_id = $1', ...rowConditions(criteria, parameters)] }
      : {
          from: named(criteria, parameters.add(criteria.name)),
          conditions: ['current_client() = $1', ...rowConditions(criteria, parameters)],
        },
  columns: `${ORDER_COLUMNS}, ${SHIPMENT_COLUMNS}`,
  joins: JOIN_SHIPMENTS,
  parts: SHIPMENTS_SORT,
};

const TEXTS = listTexts(SOURCE, {});

const SLICE: Statement<JoinedOrder & { total: number }> = statement('order-list.slice', TEXTS.slice, {
  nullable: JOINED_NULLS,
});

const { rowsOf, total, totalsBy, slice, recentSlice } = listStatements(SOURCE, {
  slice: SLICE,
  total: statement('order-list.total', TEXTS.total),
});

/** Statements for a page of the orders that match the criteria, and for their total. */
export { recentSlice as recentSliceStatement, slice as sliceStatement, total as totalStatement };

/**
 * Whether the daily counters can locate a far slice: the list is sorted by last change and filtered by group at most.
 */
export function canSkipDays(criteria: OrderCriteria, sort: ListSort): boolean {
  return sort.column === 'updated_at' && Object.keys(criteria).every((name) => name === 'group');
}

/**
 * Reads a slice at a high offset. Sums the daily counters to find the day that contains the offset, and scans only from
 * that day on. Returns the rows of `sliceStatement` without the total.
 */
export function farSliceStatement(
  clientId: number,
  criteria: OrderCriteria,
  sort: ListSort,
  slice: Slice,
): Read<JoinedOrder> {
  const parameters = new Parameters(clientId);
  const text = farText(criteria, sort, slice, parameters);
  const direction = sort.descending !== slice.reversed ? 'DESC' : 'ASC';
  const name = ['orders far', direction, sort.descending, criteria.group === undefined].join(' ');
  return bind(variant(FAR, text), parameters.values, name);
}

function farText(criteria: OrderCriteria, sort: ListSort, slice: Slice, parameters: Parameters): string {
  const descends = sort.descending !== slice.reversed;
  const direction = descends ? 'DESC' : 'ASC';
  const group = criteria.group ? `AND state_group = ${parameters.add(criteria.group)}` : '';
  const offset = parameters.add(slice.offset);
  const border = descends
    ? `o.updated_at < (SELECT (day + 1)::timestamp AT TIME ZONE INTERVAL '-03:00' FROM skip)`
    : `o.updated_at >= (SELECT day::timestamp AT TIME ZONE INTERVAL '-03:00' FROM skip)`;
  // The sort is inside the subquery, so that the planner stops summing at the first matching day (LIMIT 1).
  return rowsOf(
    [
      `skip AS (
          SELECT day, (upto - n)::bigint AS before FROM (
            SELECT day, sum(n) AS n, sum(sum(n)) OVER (ORDER BY day ${direction} ROWS UNBOUNDED PRECEDING) AS upto
            FROM order_updated_counts WHERE client_id = $1 ${group} GROUP BY day ORDER BY day ${direction}
          ) days WHERE upto > ${offset}::bigint LIMIT 1
        )`,
      `ids AS (
          SELECT o.id, o.updated_at FROM orders o WHERE o.client_id = $1 ${group} AND ${border}
          ORDER BY o.updated_at ${direction}, o.id ${direction}
          LIMIT ${parameters.add(slice.limit)} OFFSET ${offset} - (SELECT before FROM skip)
        )`,
    ],
    sort,
  );
}

const FAR: Statement<JoinedOrder> = statement(
  'order-list.far',
  farText({}, { column: 'updated_at', descending: true }, { limit: 10, offset: 0, reversed: false }, new Parameters(0)),
  { nullable: JOINED_NULLS },
);

const BY_GROUP: Statement<{ state: StateGroup; total: number }> = statement(
  'order-list.by-group',
  TEXTS.totalsBy('state_group', 'state'),
);

/** Counts the orders that match the criteria, by state group. */
export const totalsByGroupStatement = (clientId: number, criteria: OrderCriteria) =>
  totalsBy(BY_GROUP, clientId, criteria, 'state_group', 'state');
