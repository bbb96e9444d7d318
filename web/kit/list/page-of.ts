import type { ListPage } from './use-list-page.ts';

/** Returns a page of rows that are all known. */
export function pageOf<T>(all: readonly T[], { page: wanted, limit }: { page: number; limit: number }): ListPage<T> {
  const pages = Math.max(1, Math.ceil(all.length / limit));
  const page = Math.min(wanted, pages);
  return {
    reply: undefined,
    rows: all.slice((page - 1) * limit, page * limit),
    total: all.length,
    page,
    pages,
    refreshing: false,
    failed: false,
    error: null,
    retry: () => undefined,
  };
}
