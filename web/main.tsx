import '#web/styles/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { dropOldDrafts } from '#web/lib/drafts.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { BrowserPlace } from '#web/lib/router.tsx';
import { loadSettings } from '#web/lib/settings.ts';
import { AlertsOutlet } from '#web/parts/alerts/alerts-outlet.tsx';
import { CrashBoundary } from '#web/parts/crash/crash-boundary.tsx';
import { Crashed } from '#web/parts/crash/crashed.tsx';
import { DemonstrationBanner } from '#web/parts/demonstration-banner.tsx';
import { AppRoutes, fetchScreen } from '#web/routes.tsx';

dropOldDrafts(Date.now());
void loadSettings();
keepFocus();

const place = document.getElementById('root');
if (!place) throw new Error('The page has no #root to draw in.');
const root = createRoot(place);
const portal = (
  <StrictMode>
    <BrowserPlace>
      <CrashBoundary fallback={<Crashed />}>
        <DemonstrationBanner />
        <AppRoutes />
        <AlertsOutlet />
      </CrashBoundary>
    </BrowserPlace>
  </StrictMode>
);
// As a transition it is drawn in slices, between which the page listens.
const draw = () => startTransition(() => root.render(portal));
void fetchScreen(window.location.pathname).then(draw);
