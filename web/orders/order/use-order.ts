import { listOrders, type OrderDetail, readOrder } from '#shared/orders/orders.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';

interface OrderQuery {
  /** Null before the reply and after a failure. */
  order: OrderDetail | null;
  pending: boolean;
  retry: () => void;
}

/**
 * Fetches an order by its tracking id or its numeric id. The specifications define the detail call only for the numeric
 * id: with a gateway of only specified calls, a tracking id is first looked up in the list (D1 §7, §9).
 *
 * @param id null disables the query
 * @param staleTime milliseconds until the data are stale
 */
export function useOrder(id: string | null, { staleTime }: { staleTime?: number } = {}): OrderQuery {
  const onlyNumbers = useCapability('orderByTrackingId') === false;
  const options = { ...(staleTime !== undefined && { staleTime }) };
  const needsLookup = id !== null && onlyNumbers && !/^\d+$/.test(id);
  const found = useApiQuery(
    listOrders,
    needsLookup ? { query: { page: 1, filter: { tracking: id }, limit: 1 } } : null,
    options,
  );
  const isLookupDone = !needsLookup || found.isSuccess || found.isError;
  const numeric = needsLookup ? found.data?.results.find(({ tracking_id }) => tracking_id === id)?.id : undefined;
  const answer = useApiQuery(
    readOrder,
    id === null || !isLookupDone ? null : { params: { id: numeric === undefined ? id : String(numeric) } },
    options,
  );
  return {
    order: answer.data?.results ?? null,
    pending: id !== null && (!isLookupDone || answer.isPending),
    retry: () => void (found.isError ? found.refetch() : answer.refetch()),
  };
}
