import { useEffect, useState } from 'react';
import { history } from './history.ts';

/** The answers to an open question: leave and lose the changes, or stay. */
export interface UnsavedChangesChoice {
  leave: () => void;
  stay: () => void;
}

/**
 * Asks before unsaved changes are left. For pages of the portal the caller shows a dialog while the result isn't null; for
 * other addresses the browser asks. A session that ended leaves without asking; drafts keep the typed values.
 */
export function useUnsavedChangesGuard(unsaved: boolean): UnsavedChangesChoice | null {
  const [go, setGo] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!unsaved) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    const release = history.guard((proceed) => setGo(() => proceed));
    return () => {
      window.removeEventListener('beforeunload', hold);
      release();
      setGo(null);
    };
  }, [unsaved]);

  return (
    go && {
      stay: () => setGo(null),
      leave() {
        setGo(null);
        go();
      },
    }
  );
}
