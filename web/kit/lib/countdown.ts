import { useCallback, useEffect, useState } from 'react';

/** Counts seconds down to 0; `restart` starts again, from another number if given. */
export function useCountdown(seconds: number): [left: number, restart: (seconds?: number) => void] {
  const [left, setLeft] = useState(seconds);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000);
    return () => window.clearInterval(timer);
  }, [running]);
  const restart = useCallback((from?: number) => setLeft(from ?? seconds), [seconds]);
  return [left, restart];
}
