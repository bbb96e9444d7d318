import { useEffect } from 'react';
import { clientInfo } from '#shared/account.ts';
import { call } from '#web/lib/api.ts';
import { loadFlags, loadTermsId } from '#web/lib/session.ts';
import { readClaims, useClientSession } from '#web/lib/session-store.ts';

/** The longest that a browser's timer waits, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Any call will do: a token that has expired is answered with 401, which ends the session. */
const checkSession = () => void call(clientInfo).catch(() => undefined);

/**
 * Loads the flags that are missing, and notices when the token expires, also while nothing is asked for. The clock of this
 * machine may be wrong, so it only decides when the server is asked.
 */
export function useSessionWatch(): void {
  const { token } = useClientSession();
  useEffect(() => {
    void loadFlags();
    void loadTermsId().catch(() => undefined);
    const expires = (readClaims(token)?.exp ?? 0) * 1_000;
    if (expires === 0) return;
    const expired = () => Date.now() >= expires;
    const timer = window.setTimeout(checkSession, Math.min(MAX_TIMER_MS, Math.max(0, expires - Date.now()) + 1_000));
    const look = () => document.visibilityState === 'visible' && expired() && checkSession();
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [token]);
}
