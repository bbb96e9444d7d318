import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react';
import { Router } from 'react-router';
import { history } from '#web/kit/lib/history.ts';

/** Renders the routes by the browser's history. The current screen stays until the code of the next screen is loaded. */
export function HistoryRouter({ children }: { children: ReactNode }) {
  const entry = useDeferredValue(useSyncExternalStore(history.listen, history.entry));
  return (
    <Router location={entry.location} navigationType={entry.action} navigator={history}>
      {children}
    </Router>
  );
}
