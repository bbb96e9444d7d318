import { useEffect } from 'react';
import { clientInfo } from '#shared/people/account.ts';
import { call } from '#web/kit/call/api.ts';
import { loadFlags, loadTermsId } from '#web/kit/call/session.ts';
import { readClaims, useClientSession } from '#web/kit/call/session-store.ts';

/** Maximum delay of a browser timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Makes any call: an expired token gets a 401, which ends the session. */
const checkSession = () => void call(clientInfo).catch(() => undefined);

/**
 * Loads missing flags, and detects the expiry of the token even without calls. The local clock may be wrong, so it only
 * decides when to call the server.
 */
export function useSessionWatch(): void {
  const { token } = useClientSession();
  useEffect(() => {
    void loadFlags();
    void loadTermsId().catch(() => undefined);
    const expiresAt = (readClaims(token)?.exp ?? 0) * 1_000;
    if (expiresAt === 0) return;
    const isExpired = () => Date.now() >= expiresAt;
    const timer = window.setTimeout(checkSession, Math.min(MAX_TIMER_MS, Math.max(0, expiresAt - Date.now()) + 1_000));
    const checkWhenVisible = () => document.visibilityState === 'visible' && isExpired() && checkSession();
    document.addEventListener('visibilitychange', checkWhenVisible);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', checkWhenVisible);
    };
  }, [token]);
}
