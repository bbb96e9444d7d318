import { setTimeout as wait } from 'node:timers/promises';

/** Returns the current time. Injected so that demonstration data and tests can use another date. */
export interface Clock {
  (): Date;
  /** Waits. A clock without it runs in real time; a clock that tests stop doesn't wait. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = () => new Date();

/** Waits in the time of a clock. @throws AbortError when the signal aborts */
export const sleep = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  clock.sleep ? clock.sleep(ms, signal) : wait(ms, undefined, { signal });
