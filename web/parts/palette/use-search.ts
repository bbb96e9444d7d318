import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseScannedId } from '#shared/rules/scanned-id.ts';
import { SEARCH_TEXT, type SearchResults, search } from '#shared/search.ts';
import { call } from '#web/lib/api.ts';
import { type ApiError, asApiError } from '#web/lib/api-error.ts';
import { useSettings, useSettingsReady } from '#web/lib/settings.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useDelayedLoading } from '#web/parts/shell/use-delayed-loading.ts';
import { fallbackSearch } from './fallback-search.ts';

/** Milliseconds without a key before the gateway is asked. */
const DEBOUNCE_MS = 150;

/** What is asked for a text: the id that was scanned or pasted in whatever form, else its words; null for too little. */
export function searchTextOf(text: string): string | null {
  const asked = parseScannedId(text) ?? text.trim().replace(/\s+/g, ' ').slice(0, SEARCH_TEXT.max);
  return asked.length < SEARCH_TEXT.min ? null : asked;
}

export interface Search {
  /** What was found; of the text before until this one's answer is there. Null when nothing is asked for. */
  found: SearchResults | null;
  /** `answered`: what was found is of this very text. */
  state: 'idle' | 'searching' | 'answered' | 'failed';
  /** Why it failed, for the sender. */
  failure: string | null;
  /** The answer lets itself be waited for. */
  slow: boolean;
  /** Asks without waiting for the pause to end. */
  searchNow: () => void;
  retry: () => void;
}

/** Follows what a text finds, as it is typed: asked after a pause, the call for the text before is broken off. */
export function useSearch(text: string): Search {
  const { strict } = useSettings();
  const ready = useSettingsReady();
  const wanted = searchTextOf(text);
  const [asked, flush] = useDebounced(wanted, DEBOUNCE_MS);

  const query = useQuery<SearchResults, ApiError>({
    // Named as the call is, so that what becomes old is read again.
    queryKey: [search.method, search.path, { query: { q: asked } }],
    queryFn: async ({ signal }) => {
      const q = asked ?? '';
      // The search is an addition: other gateways have their lists (readings R4).
      return strict ? fallbackSearch(q, signal) : (await call(search, { query: { q }, signal })).results;
    },
    enabled: ready && asked !== null,
    placeholderData: keepPreviousData,
  });

  const stateNow = (): Search['state'] => {
    if (wanted === null) return 'idle';
    if (asked !== wanted) return 'searching';
    if (query.data && !query.isPlaceholderData) return 'answered';
    // Paused: the browser knows that it has no network.
    return query.isError || query.fetchStatus === 'paused' ? 'failed' : 'searching';
  };
  const state = stateNow();
  const slow = useDelayedLoading(state === 'searching' && asked === wanted);
  return {
    found: state === 'idle' || state === 'failed' ? null : (query.data ?? null),
    state,
    failure: query.error && asApiError(query.error).message,
    slow,
    searchNow: flush,
    retry: () => void query.refetch(),
  };
}
