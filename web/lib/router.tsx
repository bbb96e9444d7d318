import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { Router } from 'react-router';
import { history } from './history.ts';

/** Follows the browser's address. A change of page waits for the next screen's code with the last one still shown. */
export function BrowserPlace({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => history.place());
  useEffect(() => {
    // Something may have gone elsewhere between the first picture and now.
    setPlace(history.place());
    return history.listen(() => startTransition(() => setPlace(history.place())));
  }, []);
  return (
    <Router location={place.location} navigationType={place.action} navigator={history}>
      {children}
    </Router>
  );
}
