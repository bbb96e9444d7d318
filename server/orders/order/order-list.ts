import { listPage } from '#server/db/list/list-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { parseSort } from '#server/orders/domain/list-criteria.ts';
import type { JoinedOrder } from '#server/orders/domain/order-row.store.ts';
import { orderRows, rowContext } from '#server/orders/domain/order-row.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { ListPage } from '#server/platform/http/response/paging.ts';
import { localDay } from '#shared/kit/days.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import type * as calls from '#shared/orders/orders.ts';
import { parseOrderCriteria } from './order-criteria.ts';
import {
  canSkipDays,
  farSliceStatement,
  recentSliceStatement,
  sliceStatement,
  totalStatement,
  totalsByGroupStatement,
} from './order-list.store.ts';

/** Returns a page of the client's orders (D1 §7, readings C12, S14). */
export async function listOrders(
  deps: Deps,
  { clientId }: Caller,
  query: QueryOf<typeof calls.listOrders>,
): Promise<ListPage> {
  const today = localDay(deps.clock());
  const criteria = parseOrderCriteria(query.filter, today);
  if (criteria === null) return new ListPage('[]', { page: 1, total: 0, limit: query.limit });
  const sort = parseSort(query.order);
  if (sort.column === 'due_on') criteria.due ??= {};
  return listPage(deps.db, clientId, query, {
    slice: (slice) => sliceStatement(clientId, criteria, sort, slice),
    recent: (slice) => recentSliceStatement(clientId, criteria, sort, slice, today),
    total: () => totalStatement(clientId, criteria),
    results: (rows: readonly JoinedOrder[]) =>
      JSON.stringify(orderRows(rows, rowContext(deps.config, clientId, deps.clock()))),
    far: canSkipDays(criteria, sort) && ((slice) => farSliceStatement(clientId, criteria, sort, slice)),
  });
}

/**
 * Counts the client's orders that match the filters, by state group (readings C12), and the late ones among them.
 * Ignores `filter.state`.
 */
export async function countOrders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { clientId }: Caller,
  filter: QueryOf<typeof calls.countOrders>['filter'],
): Promise<ReplyOf<typeof calls.countOrders>> {
  const today = localDay(clock());
  const criteria = parseOrderCriteria({ ...filter, state: undefined }, today);
  if (criteria === null) return { results: [], total: 0, late: 0 };
  const [results, [late]] = await db.read(clientId, [
    totalsByGroupStatement(clientId, criteria),
    totalStatement(clientId, { ...criteria, due: { before: today } }),
  ]);
  return { results, total: results.reduce((sum, { total }) => sum + total, 0), late: late?.n ?? 0 };
}
