import { useEffect } from 'react';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { invalidateApiQueries, runInBackground } from '#web/lib/queries.ts';

const POLL_INTERVAL_MS = 3_000;

/** Polling stops after five minutes; later changes show on the next visit. */
const POLL_DURATION_MS = 5 * MINUTE_MS;

/**
 * Polls an endpoint for a limited time. Follows a job that this page started when the gateway sends no change events
 * (readings R4).
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
