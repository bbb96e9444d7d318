import { messages } from '#shared/messages.ts';
import { useSettings } from '#web/lib/settings.ts';
import { LazyAlerts } from '#web/parts/alerts/lazy-alerts.tsx';
import { ErrorBoundary } from '#web/parts/error-boundary/error-boundary.tsx';
import { ErrorPage } from '#web/parts/error-boundary/error-page.tsx';
import { HistoryRouter } from '#web/parts/history-router/history-router.tsx';
import { AppRoutes } from '#web/routes.tsx';
import { Note } from '#web/ui/note.tsx';

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
