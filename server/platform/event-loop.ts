import { setImmediate } from 'node:timers/promises';

/** Time in which nobody else is served, in ms. */
const TIME_SLICE_MS = 5;

/** @returns what lets others have their turn, called between the pieces of long work: it waits once ours has lasted too long */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TIME_SLICE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
