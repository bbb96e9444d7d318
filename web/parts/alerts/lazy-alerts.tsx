import { lazy, Suspense, useEffect, useState } from 'react';
import { alertQueue } from '#web/lib/alerts.ts';
import { useSession } from '#web/lib/session-store.ts';
import { useStore } from '#web/lib/store.ts';
import { ErrorBoundary } from '#web/parts/error-boundary/error-boundary.tsx';

const load = () => import('./alerts-host.tsx');
const AlertsHost = lazy(load);

/** What alerts are without their code: it could not be fetched, but what they say still must be. */
function PlainAlerts() {
  const waiting = useStore(alertQueue);
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
export function LazyAlerts() {
  const waiting = useStore(alertQueue).length > 0;
  const session = useSession() !== null;
  const [needed, setNeeded] = useState(false);
  if (!needed && (waiting || session)) setNeeded(true);

  useEffect(() => {
    const preload = () => void load().catch(() => undefined);
    window.addEventListener('keydown', preload, { once: true });
    window.addEventListener('pointerdown', preload, { once: true });
    return () => {
      window.removeEventListener('keydown', preload);
      window.removeEventListener('pointerdown', preload);
    };
  }, []);

  if (!needed) return null;
  return (
    <ErrorBoundary fallback={<PlainAlerts />}>
      <Suspense fallback={null}>
        <AlertsHost />
      </Suspense>
    </ErrorBoundary>
  );
}
