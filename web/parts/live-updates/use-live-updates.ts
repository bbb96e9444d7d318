import { useEffect } from 'react';
import { subscribeToChanges } from '#web/lib/live-updates.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings, useSettingsReady } from '#web/lib/settings.ts';
import { invalidateOnEvent } from './invalidate-on-event.ts';

/**
 * Keeps what the page shows up to date while the session lives. The stream is an addition: before a foreign gateway
 * answers are read again when the page is looked at, and no more (readings R4).
 */
export function useLiveUpdates(): void {
  const { username, token } = useClientSession();
  const ready = useSettingsReady();
  const { strict } = useSettings();
  // A new token of the same user opens a stream of its own session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is read where the stream is opened
  useEffect(() => {
    if (ready && !strict) return subscribeToChanges(username, invalidateOnEvent);
  }, [username, token, ready, strict]);
}
