import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react';
import { Router } from 'react-router';
import { history } from './history.ts';

/** Renders routes by the browser's history. The last screen stays until the next one's code is there. */
export function HistoryRouter({ children }: { children: ReactNode }) {
  const entry = useDeferredValue(useSyncExternalStore(history.listen, history.entry));
  return (
    <Router location={entry.location} navigationType={entry.action} navigator={history}>
      {children}
    </Router>
  );
}
