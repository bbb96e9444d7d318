import { setImmediate } from 'node:timers/promises';

/** Time that long work may block the event loop, in ms. */
const TIME_SLICE_MS = 5;

/** @returns a function to call between the steps of long work: yields to the event loop once the time slice is used up */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TIME_SLICE_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
