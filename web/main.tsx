import './kit/styles/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Portal } from '#web/portal.tsx';
import { preloadScreen } from '#web/routes.tsx';
import { clientCredential } from './kit/call/client-credential.ts';
import { setCredential } from './kit/call/credential.ts';
import { watchOtherTabs } from './kit/call/session-store.ts';
import { loadSettings } from './kit/call/settings.ts';
import { dropExpiredDrafts } from './kit/lib/drafts.ts';
import { startHistory } from './kit/lib/history.ts';
import { restoreLostFocus } from './kit/lib/restore-focus.ts';
import { watchConnection } from './kit/live/connection.ts';
import { watchPageUnload } from './kit/live/page-unload.ts';

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
