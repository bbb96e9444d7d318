import { lazy, Suspense, useEffect, useState } from 'react';
import { waitingAlerts } from '#web/lib/alerts.ts';
import { useSession } from '#web/lib/session-store.ts';
import { useStore } from '#web/lib/store.ts';
import { CrashBoundary } from '#web/parts/crash/crash-boundary.tsx';

const load = () => import('./alerts-place.tsx');
const AlertsPlace = lazy(load);

/** What alerts are without their code: it could not be fetched, but what they say still must be. */
function PlainAlerts() {
  const waiting = useStore(waitingAlerts);
  return (
    <div role="alert">
      {waiting.map(({ title, text }) => (
        <p key={title}>
          {title} {text}
        </p>
      ))}
    </div>
  );
}

/**
 * Brings the alerts' code with the session, or with the first key or press on the login page, which is shown without it:
 * when the network fails later, the alert that says so is there.
 */
export function AlertsOutlet() {
  const waiting = useStore(waitingAlerts).length > 0;
  const session = useSession() !== null;
  const [needed, setNeeded] = useState(false);
  if (!needed && (waiting || session)) setNeeded(true);

  useEffect(() => {
    const fetchAhead = () => void load().catch(() => undefined);
    window.addEventListener('keydown', fetchAhead, { once: true });
    window.addEventListener('pointerdown', fetchAhead, { once: true });
    return () => {
      window.removeEventListener('keydown', fetchAhead);
      window.removeEventListener('pointerdown', fetchAhead);
    };
  }, []);

  if (!needed) return null;
  return (
    <CrashBoundary fallback={<PlainAlerts />}>
      <Suspense fallback={null}>
        <AlertsPlace />
      </Suspense>
    </CrashBoundary>
  );
}
