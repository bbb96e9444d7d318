import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { alertQueue } from '#web/kit/lib/alerts.ts';
import { useStore } from '#web/kit/lib/store.ts';
import { AlertsProvider, useAlerts } from '#web/kit/ui/layout/alerts.tsx';

function AlertQueueConsumer() {
  const show = useAlerts();
  const waiting = useStore(alertQueue);
  useEffect(() => {
    if (waiting.length === 0) return;
    alertQueue.set([]);
    for (const { tone, title, text, lines } of waiting) {
      if (tone === 'settled') show.settle();
      else show[tone](title, text, lines);
    }
  }, [waiting, show]);
  return null;
}

/**
 * Shows the queued alerts. Rendered beside the portal, not around it, so that its code can load with the first alert.
 */
export default function AlertsHost() {
  const { pathname } = useLocation();
  return (
    <AlertsProvider screen={pathname}>
      <AlertQueueConsumer />
    </AlertsProvider>
  );
}
