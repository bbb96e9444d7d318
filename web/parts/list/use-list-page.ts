import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/http/endpoint.ts';
import type { Pagination } from '#shared/http/pagination.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { prefetchApiQuery, useApiQuery } from '#web/lib/queries.ts';
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

function focusRows(): void {
  document.querySelector<HTMLElement>('main tbody > tr[tabindex="0"]')?.focus();
}

/** A page as an answer tells it; a gateway may leave the numbers out. */
export interface ReceivedPage<R> {
  rows: readonly R[];
  page?: number | undefined;
  pages?: number | undefined;
  total?: number | undefined;
}

const readList = ({ results, pagination }: PagedReply<unknown>): ReceivedPage<unknown> => ({
  rows: results ?? [],
  ...pagination,
});

/**
 * Follows the page that the filters ask for and fetches the next one ahead. A page behind the last one, as an old link
 * may name, leads to the last. `,` and `.` turn pages, `j` goes to the rows.
 *
 * @param order null where the call takes none and the gateway decides
 * @param params of the call's path; the same object while they are the same
 */
export function useListPage<E extends AnyEndpoint>(
  endpoint: E,
  filters: Pick<ListFilters<string>, 'query' | 'page' | 'setPage'>,
  order: ListOrder | null = LAST_CHANGED,
  params?: CallInput<E>['params'],
): ListPage<RowOf<E>> {
  const { query } = filters;
  const inputOf = useCallback(
    (page: number) =>
      ({ ...(params && { params }), query: { ...query, page, ...(order && { order }) } }) as unknown as CallInput<E>,
    [query, order, params],
  );
  return usePagedQuery(endpoint, filters, inputOf, readList as (reply: ReplyOf<E>) => ReceivedPage<RowOf<E>>);
}

/**
 * The same for a call that is asked in a way of its own.
 *
 * @param inputOf asks for a page, from 1; the same function while nothing else changes
 * @param read always the same function
 */
export function usePagedQuery<E extends AnyEndpoint, R>(
  endpoint: E,
  { page: asked, setPage }: Pick<ListFilters<string>, 'page' | 'setPage'>,
  inputOf: (page: number) => CallInput<E>,
  read: (reply: ReplyOf<E>) => ReceivedPage<R>,
): ListPage<R> {
  const answer = useApiQuery(endpoint, inputOf(asked));
  const { data, isPlaceholderData } = answer;
  const latest = useMemo(() => {
    const told = data === undefined ? undefined : read(data);
    const pages = Math.max(1, told?.pages ?? 1);
    // Our gateway names the page that it really answered; one that doesn't is taken at the page that was asked for.
    const page = isPlaceholderData ? asked : (told?.page ?? asked);
    return { told, pages, page, refreshing: isPlaceholderData };
  }, [data, isPlaceholderData, asked, read]);

  useEffect(() => {
    if (!latest.told || latest.refreshing) return;
    if (latest.page > latest.pages) setPage(latest.pages);
    if (latest.page < latest.pages) prefetchApiQuery(endpoint, inputOf(latest.page + 1));
  }, [latest, endpoint, inputOf, setPage]);

  // Deferred, rows are drawn in slices, between which the page listens.
  const { told, pages, page, refreshing } = useDeferredValue(latest);

  useShortcuts([
    { keys: ',', label: 'Página anterior', run: () => page > 1 && setPage(page - 1) },
    { keys: '.', label: 'Página siguiente', run: () => page < pages && setPage(page + 1) },
    { keys: 'j', label: 'Ir a las filas', run: focusRows },
  ]);

  return {
    rows: told?.rows,
    total: told?.total,
    page,
    pages,
    refreshing,
    failed: answer.isError && data === undefined,
    retry: () => void answer.refetch(),
  };
}
