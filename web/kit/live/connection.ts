import { createStore, useStore } from '#web/kit/lib/store.ts';

const reachable = createStore(navigator.onLine);

/** Follows the browser's online and offline events. */
export function watchConnection(): void {
  window.addEventListener('offline', () => reachable.set(false));
  window.addEventListener('online', () => reachable.set(true));
}

/** Records whether a call got an answer: any answer proves that the gateway can be reached. */
export function reportConnection(answered: boolean): void {
  reachable.set(answered);
}

/** False while the gateway can't be reached. */
export function useReachable(): boolean {
  return useStore(reachable);
}
