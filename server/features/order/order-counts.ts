import type { Read } from '#server/db/database.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { countOrders } from '#shared/orders.ts';

/** Orders a group of states, from the counters of all days together: rows `state`, `total`. */
function countsStatement(clientId: number): Read {
  return {
    name: 'orders by group',
    text: `SELECT state_group AS state, sum(n)::bigint AS total FROM order_counts
      WHERE client_id = $1 AND day = '-infinity' GROUP BY state_group HAVING sum(n) > 0 ORDER BY state_group`,
    values: [clientId],
  };
}

/** How many orders of the client each quick view holds (readings C12). */
export async function countOrdersOf({ db }: Deps, { clientId }: Caller): Promise<ReplyOf<typeof countOrders>> {
  const [counted] = await db.readReplica(clientId, [countsStatement(clientId)]);
  const results = (counted?.rows ?? []) as { state: string; total: number }[];
  return { results, total: results.reduce((sum, { total }) => sum + total, 0) };
}
