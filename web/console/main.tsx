import '#web/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchConnection } from '#web/lib/connection.ts';
import { setCredential } from '#web/lib/credential.ts';
import { startHistory } from '#web/lib/history.ts';
import { restoreLostFocus } from '#web/lib/restore-focus.ts';
import { loadSettings } from '#web/lib/settings.ts';
import { startShortcuts } from '#web/lib/shortcuts.ts';
import { staffCredential } from '#web/people/staff/access/staff-credential.ts';
import { keepQueries } from './back-to.ts';
import { Console } from './console.tsx';

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
