import { useEffect } from 'react';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { inBackground, refreshCalls } from '#web/lib/queries.ts';

/** Milliseconds between two looks. */
const EVERY = 3_000;

/** How long something is looked at: work that takes longer is seen on the next visit. */
const FOR = 300_000;

/**
 * Reads a call again and again for a while: before a gateway that doesn't tell what changes, to follow what this page has
 * just begun (readings R4).
 */
export function useFollowing(endpoint: AnyEndpoint, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => inBackground(() => void refreshCalls(endpoint)), EVERY);
    const end = setTimeout(() => clearInterval(timer), FOR);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [endpoint, active]);
}
