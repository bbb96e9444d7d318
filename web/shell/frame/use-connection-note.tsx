import { type ReactNode, useEffect } from 'react';
import { messages } from '#shared/kit/messages.ts';
import { loadSettings } from '#web/kit/call/settings.ts';
import { markStale } from '#web/kit/call/stale-queries.ts';
import { useReachable } from '#web/kit/live/connection.ts';
import { WifiOff } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';

/** Milliseconds between two polls while the gateway can't be reached. */
const POLL_INTERVAL_MS = 5_000;

/**
 * Returns the notice that the gateway can't be reached, or null if it can. Polls while it can't; invalidates all queries once it
 * can.
 */
export function useConnectionNote(): ReactNode {
  const reachable = useReachable();
  useEffect(() => {
    if (reachable) return;
    const timer = window.setInterval(() => void loadSettings(), POLL_INTERVAL_MS);
    return () => {
      window.clearInterval(timer);
      markStale(() => true);
    };
  }, [reachable]);
  if (reachable) return null;
  return (
    <Note tone="warn" role="status" icon={<WifiOff />}>
      {messages.offline}
    </Note>
  );
}
