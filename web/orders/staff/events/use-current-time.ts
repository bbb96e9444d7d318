import { useEffect, useState } from 'react';

/** Half a minute: a tenth of the clock skew that events may have. */
const PERIOD_MS = 30_000;

/** Returns the time in ms since 1970, at most `PERIOD_MS` ago, and renders the component again when it changes. */
export function useCurrentTime(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), PERIOD_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
