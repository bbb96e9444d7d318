import { useCallback, useMemo } from 'react';
import type { listFulfillment } from '#shared/fulfillment.ts';
import type { CallInput, ReplyOf } from '#shared/http/endpoint.ts';
import type { listStock } from '#shared/stock.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { type ListPage, usePagedCall } from '#web/parts/list/use-list-page.ts';

type WarehouseList = typeof listStock | typeof listFulfillment;

/** What a list of the warehouse is asked for, without its page: the body of its export. */
export type WarehouseBody = Record<string, string>;

/** A missing answer is an empty list of one page (D2 §8). */
type Told<E extends WarehouseList> = Partial<ReplyOf<E>>;

/**
 * Follows a page of a warehouse's list (D2 §7): by POST, from page 1, named by the session's user.
 *
 * @param always keys that go with each body, empty or not; the same object each time
 * @param rowsOf the rows of `data[0]`; always the same function
 */
export function useWarehouseList<E extends WarehouseList, R>(
  endpoint: E,
  filters: Pick<ListFilters<string>, 'query' | 'page' | 'setPage'>,
  always: WarehouseBody,
  rowsOf: (told: Told<E>) => readonly R[] | undefined,
): { list: ListPage<R>; body: WarehouseBody } {
  const { username } = useClientSession();
  const { filter, limit } = filters.query;
  const body = useMemo(() => ({ logonName: username, ...always, ...filter }), [username, always, filter]);
  const inputOf = useCallback(
    (page: number) => ({ body: { ...body, page, pageSize: limit } }) as unknown as CallInput<E>,
    [body, limit],
  );
  const read = useCallback(
    (reply: ReplyOf<E>) => ({ rows: rowsOf(reply) ?? [], pages: (reply as Told<E>).data?.[1]?.pagination?.pages }),
    [rowsOf],
  );
  const list = usePagedCall(endpoint, filters, inputOf, read);
  return { list, body };
}
