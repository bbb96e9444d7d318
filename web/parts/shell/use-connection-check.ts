import { useEffect } from 'react';
import { useReachable } from '#web/lib/connection.ts';
import { takeForOld } from '#web/lib/old-answers.ts';
import { loadSettings } from '#web/lib/settings.ts';

/** Milliseconds between two looks whether the gateway is back. */
const PAUSE = 5_000;

/** Whether the gateway can be reached. While it can't, asks again and again; once it can, what is shown is read anew. */
export function useConnectionCheck(): boolean {
  const reachable = useReachable();
  useEffect(() => {
    if (reachable) return;
    const timer = window.setInterval(() => void loadSettings(), PAUSE);
    return () => {
      window.clearInterval(timer);
      takeForOld(() => true);
    };
  }, [reachable]);
  return reachable;
}
