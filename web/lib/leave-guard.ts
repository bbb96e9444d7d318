import { useEffect, useState } from 'react';
import { history } from './history.ts';

/** A question that is open: leave and lose the changes, or stay. */
export interface LeaveQuestion {
  leave: () => void;
  stay: () => void;
}

/**
 * Asks before unsaved changes are left: inside the portal with the returned question (show it as a dialog while it isn't
 * null), outside of it with the browser's own. A session that ended leaves without asking; drafts keep what was typed.
 */
export function useLeaveGuard(unsaved: boolean): LeaveQuestion | null {
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
