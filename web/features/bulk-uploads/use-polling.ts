import { useEffect } from 'react';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { invalidateApiQueries, runInBackground } from '#web/lib/queries.ts';

/** Milliseconds between two looks. */
const POLL_INTERVAL_MS = 3_000;

/** How long something is looked at: work that takes longer is seen on the next visit. */
const POLL_DURATION_MS = 300_000;

/**
 * Reads a call again and again for a while: before a gateway that doesn't tell what changes, to follow what this page has
 * just begun (readings R4).
 */
export function usePolling(endpoint: AnyEndpoint, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => runInBackground(() => void invalidateApiQueries(endpoint)), POLL_INTERVAL_MS);
    const end = setTimeout(() => clearInterval(timer), POLL_DURATION_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [endpoint, active]);
}
