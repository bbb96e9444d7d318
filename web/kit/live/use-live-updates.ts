import { useEffect } from 'react';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';

/**
 * Subscribes to change events while the session lasts. The stream is our addition: with a foreign gateway, queries are
 * only refetched when the window gets the focus (readings R4).
 */
export function useLiveUpdates(): void {
  const { username, token } = useClientSession();
  const supported = useCapability('liveUpdates');
  // A new token of the same user opens a new stream.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream reads the token when it opens
  useEffect(() => {
    if (!supported) return;
    const ended = new AbortController();
    // Loaded after the screen, which doesn't need it. Without it, queries are refetched as with a foreign gateway.
    void import('./subscribe.ts').then(
      ({ subscribe }) => {
        if (!ended.signal.aborted) ended.signal.addEventListener('abort', subscribe(username));
      },
      () => undefined,
    );
    return () => ended.abort();
  }, [username, token, supported]);
}
