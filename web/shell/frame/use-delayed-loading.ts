import { useEffect, useState } from 'react';

/** Milliseconds before loading is shown. */
const SHOW_DELAY_MS = 150;

/** Returns true once loading has lasted long enough to be shown. */
export function useDelayedLoading(loading: boolean): boolean {
  const [slow, setSlow] = useState(false);
  if (slow && !loading) setSlow(false);
  useEffect(() => {
    if (!loading) return;
    const timer = window.setTimeout(() => setSlow(true), SHOW_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [loading]);
  return slow;
}
