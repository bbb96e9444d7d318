import { messages } from '#shared/kit/messages.ts';
import { AppRoutes } from '#web/routes.tsx';
import { ErrorBoundary } from './kit/app/error-boundary.tsx';
import { ErrorPage } from './kit/app/error-page.tsx';
import { HistoryRouter } from './kit/app/history-router.tsx';
import { LazyAlerts } from './kit/app/lazy-alerts.tsx';
import { useSettings } from './kit/call/settings.ts';
import { Note } from './kit/ui/display/note.tsx';

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
