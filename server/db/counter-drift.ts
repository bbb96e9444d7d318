/** Pairs of queries: a table of counters, and a recount of the rows it counts. */
const COUNTERS = [
  [
    `SELECT client_id, day::text, delivery_mode, printed, state_group, sum(n)::bigint
     FROM order_counts GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0`,
    // The day '-infinity' is the total of all days.
    `SELECT client_id, day::text, delivery_mode, printed, state_group, count(*)
     FROM orders, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day) GROUP BY 1, 2, 3, 4, 5`,
  ],
  [
    `SELECT client_id, day::text, state_group, sum(n)::bigint
     FROM order_updated_counts GROUP BY 1, 2, 3 HAVING sum(n) <> 0`,
    'SELECT client_id, local_day(updated_at)::text, state_group, count(*) FROM orders GROUP BY 1, 2, 3',
  ],
  [
    `SELECT client_id, day::text, province, sum(n)::bigint
     FROM shipment_counts GROUP BY 1, 2, 3 HAVING sum(n) <> 0`,
    "SELECT client_id, local_day(created_at)::text, coalesce(province, '-'), count(*) FROM shipments GROUP BY 1, 2, 3",
  ],
  [
    `SELECT client_id, day::text, delivery_mode, printed, state_code, sum(n)::bigint
     FROM shipment_state_counts GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0`,
    `SELECT client_id, day::text, delivery_mode, printed, coalesce(state_code, '-'), count(*)
     FROM shipments, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day) GROUP BY 1, 2, 3, 4, 5`,
  ],
  [
    'SELECT client_id, day::text, state, n FROM payment_counts WHERE n <> 0',
    `SELECT client_id, day::text, state, count(*)
     FROM merchant_orders, LATERAL (VALUES (local_day(date_at)), ('-infinity')) AS both_days (day) GROUP BY 1, 2, 3`,
  ],
] as const;

type Query = <R extends object>(text: string) => Promise<R[]>;

/**
 * Returns the rows in which counters and a recount differ, within the rows that the query's role may see. Compares each table
 * of counters in one statement, i.e. one snapshot, so concurrent writes cause no differences.
 */
export async function counterDrift(query: Query): Promise<object[]> {
  const differences: object[] = [];
  for (const [kept, count] of COUNTERS) {
    differences.push(...(await query(`(${kept} EXCEPT ${count}) UNION ALL (${count} EXCEPT ${kept})`)));
  }
  return differences;
}
