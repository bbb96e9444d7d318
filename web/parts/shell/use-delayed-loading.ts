import { useEffect, useState } from 'react';

/** Milliseconds below which waiting isn't shown at all. */
const SHOW_DELAY_MS = 150;

/** True once something has been going on for long enough to be shown. */
export function useDelayedLoading(going: boolean): boolean {
  const [slow, setSlow] = useState(false);
  if (slow && !going) setSlow(false);
  useEffect(() => {
    if (!going) return;
    const timer = window.setTimeout(() => setSlow(true), SHOW_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [going]);
  return slow;
}
