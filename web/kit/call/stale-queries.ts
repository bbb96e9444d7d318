import type { Query } from '@tanstack/react-query';
import { queryClient, runInBackground } from './queries.ts';

/** A cached query: the call, its input and its reply; `reply` is undefined until the first answer. */
export interface CachedQuery {
  /** The call's path as the contract writes it. */
  path: string;
  input: unknown;
  reply: unknown;
}

/** Rate limit: minimum milliseconds between two refetches, so that a burst of changes causes one. */
const THROTTLE_MS = 1_000;

const cache = queryClient.getQueryCache();
/** Queries that were invalidated while fetching: their reply may predate the change, so they are fetched again. */
const staleInFlight = new Set<Query>();
let timer = 0;
let refetchedAt = 0;

const toCachedQuery = ({ queryKey: [, path, input], state }: Query): CachedQuery => ({
  path: String(path),
  input,
  reply: state.data,
});

/** Returns whether a form was filled from the query, so that its data must not change. */
const isNeverStale = ({ observers }: Query) =>
  observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);

/** Returns all cached queries, shown or not. */
export const cachedQueries = (): CachedQuery[] => cache.getAll().map(toCachedQuery);

/**
 * Marks cached queries stale after a change. Refetches those on the screen, at most once a second and without counting
 * as activity of the session; the others are refetched when they are shown. A hidden page waits until it is visible.
 * Queries that a form was filled from stay unchanged.
 */
export function markStale(isStale: (query: CachedQuery) => boolean): void {
  for (const query of cache.getAll()) {
    if (isNeverStale(query) || !isStale(toCachedQuery(query))) continue;
    query.invalidate();
    if (query.state.fetchStatus === 'fetching') staleInFlight.add(query);
  }
  scheduleRefetch();
}

function scheduleRefetch(): void {
  if (timer === 0) timer = window.setTimeout(refetchStale, Math.max(0, refetchedAt + THROTTLE_MS - Date.now()));
}

function refetchStale(): void {
  timer = 0;
  refetchedAt = Date.now();
  for (const query of staleInFlight) {
    if (query.state.fetchStatus === 'fetching') continue;
    staleInFlight.delete(query);
    query.invalidate();
  }
  if (staleInFlight.size > 0) scheduleRefetch();
  // TanStack Query refetches stale queries itself when the page becomes visible.
  if (document.visibilityState === 'hidden') return;
  runInBackground(() => {
    const isDue = ({ state }: Query) => state.isInvalidated && state.fetchStatus === 'idle';
    void queryClient.refetchQueries({ type: 'active', predicate: isDue }, { cancelRefetch: false });
  });
}
