import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { messages } from '#shared/kit/messages.ts';
import { keepBlockReason } from '#web/kit/call/block-reason.ts';
import type { LogoutState } from '#web/kit/call/client-credential.ts';
import { endSession } from '#web/kit/call/session.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { history } from '#web/kit/lib/history.ts';
import { paths } from '#web/paths.ts';

/** `/logout`: ends the session and opens the statistics, which redirect a visitor to the login (D1 §2). */
export default function Logout() {
  const { state } = useLocation();
  const { forced = false, reason } = (state ?? {}) as Partial<LogoutState>;
  useEffect(() => {
    // Before the end, which takes other tabs to the login.
    if (reason) keepBlockReason(reason);
    endSession({ forced });
    history.force(paths.statistics);
    if (forced) alerts.warning(reason ?? messages.unauthorized);
  }, [forced, reason]);
  return null;
}
