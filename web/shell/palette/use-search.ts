import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { SEARCH_TEXT, type SearchResults, search } from '#shared/orders/search.ts';
import { call } from '#web/kit/call/api.ts';
import { type ApiError, asApiError } from '#web/kit/call/api-error.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useDebounced } from '#web/kit/lib/use-debounced.ts';
import { useDelayedLoading } from '#web/shell/shell/use-delayed-loading.ts';
import { fallbackSearch } from './fallback-search.ts';

/** Debounce: milliseconds without a change before the gateway is called. */
const DEBOUNCE_MS = 150;

/**
 * Returns the query for a text: the scanned or pasted id in its normal form, else the words; null for too short a text.
 */
export function searchTextOf(text: string): string | null {
  const query = parseScannedId(text) ?? text.trim().replace(/\s+/g, ' ').slice(0, SEARCH_TEXT.max);
  return query.length < SEARCH_TEXT.min ? null : query;
}

export interface Search {
  /** The results; those of the previous text until new ones arrive. Null without a query. */
  found: SearchResults | null;
  /** `answered`: the results belong to the current text. */
  state: 'idle' | 'searching' | 'answered' | 'failed';
  /** Why the search failed, in Spanish. */
  failure: string | null;
  /** True when the results take long. */
  slow: boolean;
  /** Searches without waiting for the debounce. */
  searchNow: () => void;
  retry: () => void;
}

/** Searches for a text while it is typed: debounced, and aborting the call for the previous text. */
export function useSearch(text: string): Search {
  const searches = useCapability('search');
  const searchText = searchTextOf(text);
  const [debounced, flush] = useDebounced(searchText, DEBOUNCE_MS);

  const query = useQuery<SearchResults, ApiError>({
    // The key of the call, so that change events invalidate this query too.
    queryKey: [search.method, search.path, { query: { q: debounced } }],
    queryFn: async ({ signal }) => {
      const q = debounced ?? '';
      // Other gateways have only lists.
      return searches ? (await call(search, { query: { q }, signal })).results : fallbackSearch(q, signal);
    },
    enabled: searches !== null && debounced !== null,
    placeholderData: keepPreviousData,
  });

  const stateNow = (): Search['state'] => {
    if (searchText === null) return 'idle';
    if (debounced !== searchText) return 'searching';
    if (query.data && !query.isPlaceholderData) return 'answered';
    // Paused: the browser is offline.
    return query.isError || query.fetchStatus === 'paused' ? 'failed' : 'searching';
  };
  const state = stateNow();
  const slow = useDelayedLoading(state === 'searching' && debounced === searchText);
  return {
    found: state === 'idle' || state === 'failed' ? null : (query.data ?? null),
    state,
    failure: query.error && asApiError(query.error).message,
    slow,
    searchNow: flush,
    retry: () => void query.refetch(),
  };
}
