import type { Deps } from '#server/deps.ts';
import { signLabelAddresses } from '#server/features/label/label-address.ts';
import type { JsonText } from '#server/platform/http/answers.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { pagesOf, pageText } from '#server/platform/http/paging.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import type { listOrders } from '#shared/orders.ts';
import { criteriaOf, type OrderCriteria, type OrderSort, sortOf } from './order-criteria.ts';
import { canSkipDays, farSliceStatement, type Slice, sliceStatement, totalStatement } from './order-list.store.ts';

/** Rows that a page may lie behind the first and still be reached by walking there. */
const NEAR = 2000;

type Query = QueryOf<typeof listOrders>;

/**
 * A page of the client's orders (D1 §7, readings C12, S14): near pages cost one statement; a far one is looked up from
 * whichever end is closer. A page behind the last is the last.
 */
export async function listOrdersOf(deps: Deps, caller: Caller, query: Query): Promise<JsonText> {
  const criteria = criteriaOf(query.filter);
  const sort = sortOf(query.order);
  const { limit } = query;
  if (criteria === null) return pageText('[]', { page: 1, total: 0, limit });

  const signed = (text: string) => signLabelAddresses(text, deps.config, caller.clientId, deps.clock());
  const offset = (query.page - 1) * limit;
  if (offset <= NEAR) {
    const near = sliceStatement(caller.clientId, criteria, sort, { limit, offset, reversed: false });
    const [{ total, results }] = await rows<{ total: number; results: string }>(deps, caller, near);
    if (offset === 0 || offset < total) return pageText(signed(results), { page: query.page, total, limit });
  }
  const [{ n: total }] = await rows<{ n: number }>(deps, caller, totalStatement(caller.clientId, criteria));
  const page = Math.min(query.page, pagesOf(total, limit));
  const results = await farResults(deps, caller, criteria, sort, sliceOf(page, limit, total));
  return pageText(signed(results), { page, total, limit });
}

/** Past the middle the list is walked from its end. */
function sliceOf(page: number, limit: number, total: number): Slice {
  const offset = (page - 1) * limit;
  const taken = Math.min(limit, total - offset);
  const reversed = offset > total / 2;
  return { limit: Math.max(1, taken), offset: reversed ? total - offset - taken : offset, reversed };
}

async function farResults(
  deps: Deps,
  caller: Caller,
  criteria: OrderCriteria,
  sort: OrderSort,
  slice: Slice,
): Promise<string> {
  const far = slice.offset > NEAR && canSkipDays(criteria, sort);
  const statement = (far ? farSliceStatement : sliceStatement)(caller.clientId, criteria, sort, slice);
  const [{ results }] = await rows<{ results: string }>(deps, caller, statement);
  return results;
}

async function rows<R>(deps: Deps, caller: Caller, statement: ReturnType<typeof totalStatement>): Promise<[R]> {
  const [result] = await deps.db.read(caller.clientId, [statement]);
  return result?.rows as [R];
}
