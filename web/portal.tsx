import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react';
import { Router } from 'react-router';
import { messages } from '#shared/messages.ts';
import { history } from '#web/lib/history.ts';
import { useSettings } from '#web/lib/settings.ts';
import { LazyAlerts } from '#web/parts/alerts/lazy-alerts.tsx';
import { ErrorBoundary } from '#web/parts/error-boundary/error-boundary.tsx';
import { ErrorPage } from '#web/parts/error-boundary/error-page.tsx';
import { AppRoutes } from '#web/routes.tsx';
import { Note } from '#web/ui/note.tsx';

/** Renders the routes by the browser's history. The current screen stays until the code of the next screen is loaded. */
function HistoryRouter({ children }: { children: ReactNode }) {
  const entry = useDeferredValue(useSyncExternalStore(history.listen, history.entry));
  return (
    <Router location={entry.location} navigationType={entry.action} navigator={history}>
      {children}
    </Router>
  );
}

/** Banner above every screen of a public demonstration. */
function DemonstrationBanner() {
  const { public_demo: shown } = useSettings();
  if (!shown) return null;
  return (
    <aside aria-label="Demostración">
      <Note>{messages.demonstration}</Note>
    </aside>
  );
}

/** The whole page. */
export function Portal() {
  return (
    <HistoryRouter>
      <ErrorBoundary fallback={<ErrorPage />}>
        <DemonstrationBanner />
        <AppRoutes />
        <LazyAlerts />
      </ErrorBoundary>
    </HistoryRouter>
  );
}
