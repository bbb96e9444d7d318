import { listOrders, type OrderDetail, readOrder } from '#shared/orders.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useSettings } from '#web/lib/settings.ts';

interface OrderQuery {
  /** Null before the answer and after a failed one. */
  order: OrderDetail | null;
  pending: boolean;
  retry: () => void;
}

/** The order of an answer: one object, or the first of a list as some gateways send it (D1 §7). */
const orderOf = (results: OrderDetail | OrderDetail[] | null | undefined): OrderDetail | null =>
  (Array.isArray(results) ? results[0] : results) ?? null;

/**
 * Reads the order that an address names by its tracking id or its numeric id. The detail call is only specified for the
 * numeric id: where only the specified calls exist, a tracking id is looked up in the list first (D1 §7, §9).
 *
 * @param id null waits without calling
 * @param staleTime milliseconds until another look reads again
 */
export function useOrder(id: string | null, { staleTime }: { staleTime?: number } = {}): OrderQuery {
  const { strict } = useSettings();
  const options = { keepPrevious: false, ...(staleTime !== undefined && { staleTime }) };
  const needsLookup = id !== null && strict && !/^\d+$/.test(id);
  const found = useApiQuery(
    listOrders,
    needsLookup ? { query: { page: 1, filter: { tracking: id }, limit: 1 } } : null,
    options,
  );
  const lookedUp = !needsLookup || found.isSuccess || found.isError;
  const numeric = needsLookup ? found.data?.results?.find(({ tracking_id }) => tracking_id === id)?.id : undefined;
  const answer = useApiQuery(
    readOrder,
    id === null || !lookedUp ? null : { params: { id: numeric === undefined ? id : String(numeric) } },
    options,
  );
  return {
    order: orderOf(answer.data?.results),
    pending: id !== null && (!lookedUp || answer.isPending),
    retry: () => void (found.isError ? found.refetch() : answer.refetch()),
  };
}
