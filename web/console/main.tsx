import '#web/kit/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setCredential } from '#web/kit/call/credential.ts';
import { loadSettings } from '#web/kit/call/settings.ts';
import { startHistory } from '#web/kit/lib/history.ts';
import { restoreLostFocus } from '#web/kit/lib/restore-focus.ts';
import { startShortcuts } from '#web/kit/lib/shortcuts.ts';
import { watchConnection } from '#web/kit/live/connection.ts';
import { staffCredential } from '#web/people/staff/access/staff-credential.ts';
import { Console } from './console.tsx';
import { keepQueries } from './kit/back-to.ts';

setCredential(staffCredential);
watchConnection();
void loadSettings();
startHistory();
keepQueries();
restoreLostFocus();
startShortcuts();

const container = document.getElementById('root');
if (!container) throw new Error('console.html has no element #root');
createRoot(container).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
