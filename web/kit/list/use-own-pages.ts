import { useMemo, useState } from 'react';
import { PAGE_SIZES } from '#shared/kit/http/pagination.ts';
import type { ListFilters } from './filters.ts';

type Pages = Pick<ListFilters<never>, 'query' | 'page' | 'limit' | 'setPage' | 'setLimit' | 'filtered' | 'clear'>;

/** Keeps the page of a table that has no address: in a dialog, or of rows that only this browser has. */
export function useOwnPages(pageSize: number = PAGE_SIZES[0]): Pages {
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: pageSize });
  const query = useMemo(() => ({ page, limit, filter: {} }), [page, limit]);
  return {
    query,
    page,
    limit,
    setPage: (next) => setPlace({ page: next, limit }),
    setLimit: (next) => setPlace({ page: 1, limit: next }),
    filtered: false,
    clear: () => undefined,
  };
}
