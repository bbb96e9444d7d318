import { createStore, useStore } from './store.ts';

const reachable = createStore(navigator.onLine);

window.addEventListener('offline', () => reachable.set(false));
window.addEventListener('online', () => reachable.set(true));

/** Told by every call: an answer, whatever it says, means that the gateway is there. */
export function reportConnection(answered: boolean): void {
  reachable.set(answered);
}

/** False while the gateway can't be reached. */
export function useReachable(): boolean {
  return useStore(reachable);
}
