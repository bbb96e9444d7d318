import { useEffect, useState } from 'react';
import { history } from '#web/kit/lib/history.ts';

/** The two answers to the open question: leave and lose the changes, or stay. */
export interface UnsavedChangesChoice {
  leave: () => void;
  stay: () => void;
}

/**
 * Asks before the user leaves unsaved changes. For pages of the portal the caller shows a dialog while the result isn't
 * null; for other addresses the browser asks. An ended session leaves without asking; drafts keep the typed values.
 */
export function useUnsavedChangesGuard(unsaved: boolean): UnsavedChangesChoice | null {
  const [go, setGo] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!unsaved) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    const release = history.guard((proceed) => setGo(() => proceed));
    return () => {
      window.removeEventListener('beforeunload', preventUnload);
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
