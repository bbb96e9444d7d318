import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { Router } from 'react-router';
import { history } from './history.ts';

/** Renders routes by the browser's history. Navigations are transitions: the last screen stays until the next one's code is there. */
export function HistoryRouter({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState(history.entry);
  useEffect(() => {
    const update = () => startTransition(() => setEntry(history.entry()));
    // A navigation may have happened between the first render and this effect.
    update();
    return history.listen(update);
  }, []);
  return (
    <Router location={entry.location} navigationType={entry.action} navigator={history}>
      {children}
    </Router>
  );
}
