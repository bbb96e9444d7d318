import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '#web/kit/call/session-store.ts';
import { alertQueue } from '#web/kit/lib/alerts.ts';
import { useStore } from '#web/kit/lib/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';

const load = () => import('./alerts-host.tsx');
const AlertsHost = lazy(load);

/** Shows alerts without styles if the code of the alerts could not be fetched. */
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
 * Loads the code of the alerts with the session, or with the first key or click on the login page, so that it is there
 * to report a later network failure.
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
