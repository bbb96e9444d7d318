import { bind, type Statement, statement } from '#server/db/statement.ts';
import type { StateGroup } from '#shared/orders/rules/state-group.ts';

const ORDERS_BY_STATE: Statement<{ state: StateGroup; total: number }> = statement(
  'client-overview.orders-by-state',
  `SELECT state_group AS state, sum(n)::bigint AS total FROM order_counts
    WHERE client_id = $1 AND day = '-infinity' GROUP BY state_group HAVING sum(n) > 0`,
  { prepared: true },
);

/** Counts the client's orders by state. */
export const countOrders = (clientId: number) => bind(ORDERS_BY_STATE, [clientId]);
