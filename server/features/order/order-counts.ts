import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { countOrders } from '#shared/orders.ts';
import { countsStatement } from './order-counts.store.ts';

/** How many orders of the client each quick view holds (readings C12). */
export async function countOrdersOf({ db }: Deps, { clientId }: Caller): Promise<ReplyOf<typeof countOrders>> {
  const [counted] = await db.read(clientId, [countsStatement(clientId)]);
  const results = (counted?.rows ?? []) as { state: string; total: number }[];
  return { results, total: results.reduce((sum, { total }) => sum + total, 0) };
}
