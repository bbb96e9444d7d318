import type { Query } from '@tanstack/react-query';
import { queryClient, runInBackground } from './queries.ts';

/** An answer that is kept: to which call, asked with what, and what it says; `reply` is undefined until it came. */
export interface CachedQuery {
  /** The call's path as the contract writes it. */
  path: string;
  input: unknown;
  reply: unknown;
}

/** Least milliseconds between two readings: a burst of changes is read once. */
const THROTTLE_MS = 1_000;

const cache = queryClient.getQueryCache();
/** Answers that were on their way when they became old: they may say what was before, or after. */
const staleInFlight = new Set<Query>();
let timer = 0;
let refetchedAt = 0;

const toCachedQuery = ({ queryKey: [, path, input], state }: Query): CachedQuery => ({
  path: String(path),
  input,
  reply: state.data,
});

/** Whether somebody writes over it, so that it must stay as it was read. */
const isNeverStale = ({ observers }: Query) =>
  observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);

/** Every answer that is kept, shown or not. */
export const cachedQueries = (): CachedQuery[] => cache.getAll().map(toCachedQuery);

/**
 * Takes answers for old, because something changed: those that the page shows are read again, at most once a second and
 * without counting as activity of the session, the others when they are shown. A hidden page waits until it is looked at,
 * and what a form is written over stays as it is.
 */
export function markStale(isStale: (answer: CachedQuery) => boolean): void {
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
  // What is old is read by itself when the page is looked at again.
  if (document.visibilityState === 'hidden') return;
  runInBackground(() => {
    const isDue = ({ state }: Query) => state.isInvalidated && state.fetchStatus === 'idle';
    void queryClient.refetchQueries({ type: 'active', predicate: isDue }, { cancelRefetch: false });
  });
}
