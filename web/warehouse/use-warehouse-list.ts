import { useCallback, useMemo } from 'react';
import type { CallInput, ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { listFulfillment } from '#shared/warehouse/fulfillment.ts';
import type { listStock } from '#shared/warehouse/stock.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import type { ListFilters } from '#web/kit/list/filters.ts';
import { type ListPage, usePagedQuery } from '#web/kit/list/use-list-page.ts';

type WarehouseList = typeof listStock | typeof listFulfillment;

/** Body of a warehouse list call without the page: also the body of its export. */
export type WarehouseBody = Record<string, string>;

/** A reply that may lack keys: a missing list is an empty page (D2 §8). */
type PartialReply<E extends WarehouseList> = Partial<ReplyOf<E>>;

/**
 * Fetches a page of a warehouse list (D2 §7): by POST, counted from page 1, with the session's username.
 *
 * @param fixedKeys keys of every body, even if empty; must be a stable object
 * @param rowsOf extracts the rows of `data[0]`; must be a stable function
 */
export function useWarehouseList<E extends WarehouseList, R>(
  endpoint: E,
  filters: Pick<ListFilters<string>, 'query' | 'page' | 'setPage'>,
  fixedKeys: WarehouseBody,
  rowsOf: (reply: PartialReply<E>) => readonly R[] | undefined,
): { list: ListPage<R>; body: WarehouseBody } {
  const { username } = useClientSession();
  const { filter, limit } = filters.query;
  const body = useMemo(() => ({ logonName: username, ...fixedKeys, ...filter }), [username, fixedKeys, filter]);
  const inputOf = useCallback(
    (page: number) => ({ body: { ...body, page, pageSize: limit } }) as unknown as CallInput<E>,
    [body, limit],
  );
  const read = useCallback(
    (reply: ReplyOf<E>) => ({
      rows: rowsOf(reply) ?? [],
      pages: (reply as PartialReply<E>).data?.[1]?.pagination?.pages,
    }),
    [rowsOf],
  );
  const list = usePagedQuery(endpoint, filters, inputOf, read);
  return { list, body };
}
