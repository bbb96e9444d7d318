import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';
import type { ApiError } from '#web/kit/call/api-error.ts';
import { prefetchApiQuery, useApiQuery } from '#web/kit/call/queries.ts';
import { currentSettings } from '#web/kit/call/settings.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { cardControl } from '#web/kit/ui/table/table-keyboard.ts';
import type { ListFilters } from './filters.ts';

/** A row of a list call. */
export type RowOf<E> = ReplyOf<E> extends { results: (infer R)[] } ? R : never;

/** Order of a list call: a sort key of the gateway. */
export interface ListOrder {
  sort: string;
  direction: 'ASC' | 'DESC';
}

/** Order of the lists of orders and shipments (D1 §7): last changed first. */
export const LAST_CHANGED: ListOrder = { sort: 'o.updated_at', direction: 'DESC' };

/** One page of a list, in any loading state. */
export interface ListPage<R, A = unknown> {
  /** The whole reply, for sums beside the rows; undefined like them. */
  reply: A | undefined;
  /** Undefined before the first reply and after a failure. */
  rows: readonly R[] | undefined;
  /** Total of rows; undefined until known. */
  total: number | undefined;
  page: number;
  pages: number;
  /** True while other rows load; the previous ones are still shown. */
  refreshing: boolean;
  failed: boolean;
  /** Why the last call failed. */
  error: ApiError | null;
  retry: () => void;
}

interface ListOptions {
  /** Time after which the page is read again, in ms. */
  refetchInterval?: number;
  /** Whether the keys for pages and rows belong to this list; true by default. Of two lists on a screen one has them. */
  keys?: boolean;
}

function focusRows(): void {
  const row = document.querySelector<HTMLElement>('main tbody > tr[tabindex="0"]');
  const cards = [...document.querySelectorAll('main [data-cards] > li')];
  (row ?? cards.map(cardControl).find(Boolean))?.focus();
}

/** A page of a reply; a gateway may omit the numbers. */
export interface ReceivedPage<R> {
  rows: readonly R[];
  page?: number | undefined;
  pages?: number | undefined;
  total?: number | undefined;
}

interface PagedReply<R> {
  results: R[];
  pagination?: Partial<Pagination> | null;
}

const readList = ({ results, pagination }: PagedReply<unknown>): ReceivedPage<unknown> => ({
  rows: results,
  ...pagination,
});

/**
 * Fetches the page that the filters name and, from our own gateway, prefetches the next one. A page past the end, for example of an old link,
 * leads to the last page. `,` and `.` turn pages, `j` focuses the rows.
 *
 * @param order null for calls without an order parameter; must be a stable object
 * @param params path parameters of the call; must be a stable object
 */
export function useListPage<E extends AnyEndpoint>(
  endpoint: E,
  filters: Pick<ListFilters<string>, 'query' | 'page' | 'setPage'>,
  order: ListOrder | null = LAST_CHANGED,
  params?: CallInput<E>['params'],
  options?: ListOptions,
): ListPage<RowOf<E>, ReplyOf<E>> {
  const { query } = filters;
  const inputOf = useCallback(
    (page: number) =>
      ({ ...(params && { params }), query: { ...query, page, ...(order && { order }) } }) as unknown as CallInput<E>,
    [query, order, params],
  );
  const read = readList as (reply: ReplyOf<E>) => ReceivedPage<RowOf<E>>;
  return usePagedQuery(endpoint, filters, inputOf, read, options);
}

/**
 * Fetches pages like `useListPage`, for a call with other input.
 *
 * @param inputOf returns the input for a page, counted from 1; must be a stable function
 * @param read extracts the page from a reply; must be a stable function
 */
export function usePagedQuery<E extends AnyEndpoint, R>(
  endpoint: E,
  { page: requestedPage, setPage }: Pick<ListFilters<string>, 'page' | 'setPage'>,
  inputOf: (page: number) => CallInput<E>,
  read: (reply: ReplyOf<E>) => ReceivedPage<R>,
  { keys = true, ...options }: ListOptions = {},
): ListPage<R, ReplyOf<E>> {
  const answer = useApiQuery(endpoint, inputOf(requestedPage), { keepPrevious: true, ...options });
  const { data, isPlaceholderData } = answer;
  const polled = options.refetchInterval !== undefined;
  const latest = useMemo(() => {
    const received = data === undefined ? undefined : read(data);
    const pages = Math.max(1, received?.pages ?? 1);
    // Our gateway returns the page that it served; otherwise the requested page counts.
    const page = isPlaceholderData ? requestedPage : (received?.page ?? requestedPage);
    return { reply: data, received, pages, page, refreshing: isPlaceholderData };
  }, [data, isPlaceholderData, requestedPage, read]);

  useEffect(() => {
    if (!latest.received || latest.refreshing) return;
    if (latest.page > latest.pages) setPage(latest.pages);
    // Prefetches nothing from a foreign gateway, which should get no request for an unopened page, and nothing for a
    // polled list.
    if (latest.page < latest.pages && !polled && !currentSettings().foreign)
      prefetchApiQuery(endpoint, inputOf(latest.page + 1));
  }, [latest, endpoint, inputOf, setPage, polled]);

  // Deferred: rows render in slices, and the page stays responsive.
  const { reply, received, pages, page, refreshing } = useDeferredValue(latest);

  useShortcuts(
    keys
      ? [
          { keys: ',', label: 'Página anterior', run: () => page > 1 && setPage(page - 1) },
          { keys: '.', label: 'Página siguiente', run: () => page < pages && setPage(page + 1) },
          { keys: 'j', label: 'Ir a las filas', run: focusRows },
        ]
      : [],
  );

  return {
    reply,
    rows: received?.rows,
    total: received?.total,
    page,
    pages,
    refreshing,
    failed: answer.isError && data === undefined,
    error: answer.error,
    retry: () => void answer.refetch(),
  };
}
