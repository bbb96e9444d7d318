import '#web/styles/base.css';
import { type ReactNode, StrictMode, startTransition, useDeferredValue, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'react-router';
import { messages } from '#shared/messages.ts';
import { watchConnection } from '#web/lib/connection.ts';
import { dropOldDrafts } from '#web/lib/drafts.ts';
import { history, startHistory } from '#web/lib/history.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { watchLeaving } from '#web/lib/leaving.ts';
import { watchOtherTabs } from '#web/lib/session-store.ts';
import { loadSettings, useSettings } from '#web/lib/settings.ts';
import { AlertsOutlet } from '#web/parts/alerts/alerts-outlet.tsx';
import { CrashBoundary } from '#web/parts/crash/crash-boundary.tsx';
import { Crashed } from '#web/parts/crash/crashed.tsx';
import { AppRoutes, fetchScreen } from '#web/routes.tsx';
import { Note } from '#web/ui/note.tsx';

/** Renders routes by the browser's history. The last screen stays until the next one's code is there. */
function HistoryRouter({ children }: { children: ReactNode }) {
  const entry = useDeferredValue(useSyncExternalStore(history.listen, history.entry));
  return (
    <Router location={entry.location} navigationType={entry.action} navigator={history}>
      {children}
    </Router>
  );
}

/** A strip above every screen of a demonstration that is open to the public. */
function DemonstrationBanner() {
  const { public_demo: shown } = useSettings();
  if (!shown) return null;
  return (
    <aside aria-label="Demostración">
      <Note>{messages.demonstration}</Note>
    </aside>
  );
}

dropOldDrafts(Date.now());
void loadSettings();
startHistory();
watchConnection();
watchLeaving();
watchOtherTabs();
keepFocus();

const place = document.getElementById('root');
if (!place) throw new Error('The page has no #root to draw in.');
const root = createRoot(place);
const portal = (
  <StrictMode>
    <HistoryRouter>
      <CrashBoundary fallback={<Crashed />}>
        <DemonstrationBanner />
        <AppRoutes />
        <AlertsOutlet />
      </CrashBoundary>
    </HistoryRouter>
  </StrictMode>
);
// As a transition it is drawn in slices, between which the page listens.
const draw = () => startTransition(() => root.render(portal));
void fetchScreen(window.location.pathname).then(draw);
