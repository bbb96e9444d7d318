import type { Read } from '#server/db/database.ts';

/** Orders a group of states, from the counters of all days together: rows `state`, `total`. */
export function countsStatement(clientId: number): Read {
  return {
    name: 'orders by group',
    text: `SELECT state_group AS state, sum(n)::bigint AS total FROM order_counts
      WHERE client_id = $1 AND day = '-infinity' GROUP BY state_group HAVING sum(n) > 0 ORDER BY state_group`,
    values: [clientId],
  };
}
