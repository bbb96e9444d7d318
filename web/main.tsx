import '#web/styles/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { clientCredential } from '#web/lib/client-credential.ts';
import { watchConnection } from '#web/lib/connection.ts';
import { setCredential } from '#web/lib/credential.ts';
import { dropExpiredDrafts } from '#web/lib/drafts.ts';
import { startHistory } from '#web/lib/history.ts';
import { watchPageUnload } from '#web/lib/page-unload.ts';
import { restoreLostFocus } from '#web/lib/restore-focus.ts';
import { watchOtherTabs } from '#web/lib/session-store.ts';
import { loadSettings } from '#web/lib/settings.ts';
import { Portal } from '#web/portal.tsx';
import { preloadScreen } from '#web/routes.tsx';

setCredential(clientCredential);
dropExpiredDrafts(Date.now());
void loadSettings();
startHistory();
watchConnection();
watchPageUnload();
watchOtherTabs();
restoreLostFocus();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element #root');
const root = createRoot(container);
const portal = (
  <StrictMode>
    <Portal />
  </StrictMode>
);
// A transition keeps the page responsive during the first render.
const renderPortal = () => startTransition(() => root.render(portal));
void preloadScreen(window.location.pathname).then(renderPortal);
