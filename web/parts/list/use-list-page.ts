import { useEffect } from 'react';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/http/endpoint.ts';
import type { Pagination } from '#shared/http/page.ts';
import type { ListFilters, ListQuery } from '#web/lib/filters.ts';
import { prefetchCall, useCall } from '#web/lib/queries.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';

/** A row of a list call. */
export type RowOf<E> = ReplyOf<E> extends { results: (infer R)[] } ? R : never;

interface ListOrder {
  sort: string;
  direction: 'ASC' | 'DESC';
}

/** Sort of the lists of orders and shipments (D1 §7): the last changed first. */
const LAST_CHANGED: ListOrder = { sort: 'o.updated_at', direction: 'DESC' };

interface PagedReply<R> {
  results?: R[] | null;
  pagination?: Partial<Pagination> | null;
}

/** One page of a list, in whatever state it is. */
export interface ListPage<R> {
  /** Undefined before the first answer and after a failed one. */
  rows: readonly R[] | undefined;
  /** Rows on all pages; undefined until known. */
  total: number | undefined;
  page: number;
  pages: number;
  /** Other rows are on their way; those of before are still shown. */
  refreshing: boolean;
  failed: boolean;
  retry: () => void;
}

const inputOf = <E extends AnyEndpoint>(query: ListQuery, order: ListOrder | null, params: CallInput<E>['params']) =>
  ({ ...(params && { params }), query: { ...query, ...(order && { order }) } }) as unknown as CallInput<E>;

function focusRows(): void {
  document.querySelector<HTMLElement>('main tbody > tr[tabindex="0"]')?.focus();
}

/**
 * Follows the page that the filters ask for and fetches the next one ahead. A page behind the last one, as an old link
 * may name, leads to the last. `,` and `.` turn pages, `j` goes to the rows.
 *
 * @param order null where the call takes none and the gateway decides
 * @param params of the call's path; the same object while they are the same
 */
export function useListPage<E extends AnyEndpoint>(
  endpoint: E,
  { query, page: asked, setPage }: Pick<ListFilters<string>, 'query' | 'page' | 'setPage'>,
  order: ListOrder | null = LAST_CHANGED,
  params?: CallInput<E>['params'],
): ListPage<RowOf<E>> {
  const answer = useCall(endpoint, inputOf<E>(query, order, params));
  const reply = answer.data as PagedReply<RowOf<E>> | undefined;
  const pages = Math.max(1, reply?.pagination?.pages ?? 1);
  // Our gateway names the page that it really answered; one that doesn't is taken at the page that was asked for.
  const page = answer.isPlaceholderData ? asked : (reply?.pagination?.page ?? asked);
  const settled = reply !== undefined && !answer.isPlaceholderData;

  useEffect(() => {
    if (settled && page > pages) setPage(pages);
    if (settled && page < pages) prefetchCall(endpoint, inputOf<E>({ ...query, page: page + 1 }, order, params));
  }, [settled, page, pages, endpoint, query, order, params, setPage]);

  useShortcuts([
    { keys: ',', label: 'Página anterior', run: () => page > 1 && setPage(page - 1) },
    { keys: '.', label: 'Página siguiente', run: () => page < pages && setPage(page + 1) },
    { keys: 'j', label: 'Ir a las filas', run: focusRows },
  ]);

  return {
    rows: reply && (reply.results ?? []),
    total: reply?.pagination?.total,
    page,
    pages,
    refreshing: answer.isPlaceholderData,
    failed: answer.isError && reply === undefined,
    retry: () => void answer.refetch(),
  };
}
