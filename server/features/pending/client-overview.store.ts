import type { Read } from '#server/db/database.ts';

/** Counts the client's orders by state: rows `state`, `total`. */
export const countOrders = (clientId: number): Read => ({
  name: 'orders by state',
  text: `SELECT state_group AS state, sum(n)::bigint AS total FROM order_counts
    WHERE client_id = $1 AND day = '-infinity' GROUP BY state_group HAVING sum(n) > 0`,
  values: [clientId],
});
