import '#web/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dropOldDrafts } from '#web/lib/drafts.ts';
import { BrowserPlace } from '#web/lib/router.tsx';
import { loadSettings } from '#web/lib/settings.ts';
import { AlertsOutlet } from '#web/parts/alerts/alerts-outlet.tsx';
import { CrashBoundary } from '#web/parts/crash/crash-boundary.tsx';
import { Crashed } from '#web/parts/crash/crashed.tsx';
import { AppRoutes } from '#web/routes.tsx';

dropOldDrafts(Date.now());
void loadSettings();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw in.');
createRoot(root).render(
  <StrictMode>
    <BrowserPlace>
      <CrashBoundary fallback={<Crashed />}>
        <AppRoutes />
        <AlertsOutlet />
      </CrashBoundary>
    </BrowserPlace>
  </StrictMode>,
);
