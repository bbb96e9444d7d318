import { listPage } from '#server/db/list-page.ts';
import type { Deps } from '#server/domain/deps.ts';
import { parseSort } from '#server/domain/list-criteria.ts';
import type { JoinedOrder } from '#server/domain/order-row.store.ts';
import { orderRows } from '#server/domain/order-row.ts';
import { signedLabelUrls } from '#server/domain/signed-label-url.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { ListPage } from '#server/platform/http/paging.ts';
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import type * as calls from '#shared/orders.ts';
import { parseOrderCriteria } from './order-criteria.ts';
import { canSkipDays, countsStatement, farSliceStatement, sliceStatement, totalStatement } from './order-list.store.ts';

/** Returns a page of the client's orders (D1 §7, readings C12, S14). */
export async function listOrders(
  deps: Deps,
  { clientId }: Caller,
  query: QueryOf<typeof calls.listOrders>,
): Promise<ListPage> {
  const criteria = parseOrderCriteria(query.filter);
  if (criteria === null) return new ListPage('[]', { page: 1, total: 0, limit: query.limit });
  const sort = parseSort(query.order);
  return listPage(deps.db, clientId, query, {
    slice: (slice) => sliceStatement(clientId, criteria, sort, slice),
    total: () => totalStatement(clientId, criteria),
    results: (rows: readonly JoinedOrder[]) =>
      JSON.stringify(orderRows(rows, signedLabelUrls(deps.config, clientId, deps.clock()))),
    far: canSkipDays(criteria, sort) && ((slice) => farSliceStatement(clientId, criteria, sort, slice)),
  });
}

/** Counts the client's orders by state group (readings C12). */
export async function countOrders({ db }: Deps, { clientId }: Caller): Promise<ReplyOf<typeof calls.countOrders>> {
  const [counted] = await db.read(clientId, [countsStatement(clientId)]);
  const results = (counted?.rows ?? []) as { state: string; total: number }[];
  return { results, total: results.reduce((sum, { total }) => sum + total, 0) };
}
