import { listPage } from '#server/db/list/list-page.ts';
import type { ListSort } from '#server/db/list/list-source.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { trackingMatch } from '#server/orders/domain/list-criteria.ts';
import { ListPage } from '#server/platform/http/response/paging.ts';
import { localDay } from '#shared/kit/days.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import type * as calls from '#shared/money/payments.ts';
import { paymentStateId } from '#shared/money/rules/payments.ts';
import { clientList, type PaymentCriteria, staffList } from './payment-list.store.ts';

type Query = QueryOf<typeof calls.listPayments>;

/** Lists the client's payments (D2 §7, readings S14), always sorted by last change. */
export function listPayments(deps: Deps, clientId: number, query: Query, as = clientList): Promise<ListPage> {
  const criteria = parsePaymentCriteria(query.filter);
  const { page, limit } = query;
  if (criteria === null) return Promise.resolve(new ListPage('[]', { page: 1, total: 0, limit }));
  const sort: ListSort = { column: 'updated_at', descending: query.order?.direction?.toUpperCase() !== 'ASC' };
  return listPage(
    deps.db,
    clientId,
    { page, limit },
    {
      slice: (slice) => as.slice(clientId, criteria, sort, slice),
      recent: (slice) => as.recentSlice(clientId, criteria, sort, slice, localDay(deps.clock())),
      total: () => as.total(clientId, criteria),
      results: (payments: readonly { id: number; row: string }[]) => `[${payments.map(({ row }) => row).join(',')}]`,
    },
  );
}

/** Lists the client's payments with the columns that the staff see. */
export function listPaymentsForStaff(deps: Deps, clientId: number, query: Query): Promise<ListPage> {
  return listPayments(deps, clientId, query, staffList);
}

/** Parses the filters. Returns null for an unknown state: the list is then empty. */
function parsePaymentCriteria({ state_id, tracking, from_date, to_date }: Query['filter']): PaymentCriteria | null {
  const state = state_id === undefined ? undefined : paymentStateId(state_id);
  if (state === null) return null;
  return {
    ...(from_date && { fromDay: from_date }),
    ...(to_date && { toDay: to_date }),
    ...(state !== undefined && { state }),
    ...(tracking && { tracking: trackingMatch(tracking) }),
  };
}
