import { useEffect } from 'react';
import { useReachable } from '#web/lib/connection.ts';
import { loadSettings } from '#web/lib/settings.ts';
import { markStale } from '#web/lib/stale-queries.ts';

/** Milliseconds between two polls while the gateway can't be reached. */
const POLL_INTERVAL_MS = 5_000;

/** Returns whether the gateway can be reached. Polls while it can't; invalidates all queries once it can. */
export function useConnectionCheck(): boolean {
  const reachable = useReachable();
  useEffect(() => {
    if (reachable) return;
    const timer = window.setInterval(() => void loadSettings(), POLL_INTERVAL_MS);
    return () => {
      window.clearInterval(timer);
      markStale(() => true);
    };
  }, [reachable]);
  return reachable;
}
