import { useEffect } from 'react';
import { useReachable } from '#web/lib/connection.ts';
import { loadSettings } from '#web/lib/settings.ts';
import { markStale } from '#web/lib/stale-queries.ts';

/** Milliseconds between two looks whether the gateway is back. */
const POLL_INTERVAL_MS = 5_000;

/** Whether the gateway can be reached. While it can't, asks again and again; once it can, what is shown is read anew. */
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
