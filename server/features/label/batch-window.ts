import type { Deps } from '#server/deps.ts';
import { createRateWindow, type RateWindow } from '#server/platform/rate-window.ts';

/** Batches that a client may ask for in a minute. */
const BATCHES = 20;

/** Counts batches of labels by client. */
export const countBatches = (deps: Pick<Deps, 'clock' | 'config'>): RateWindow => createRateWindow(BATCHES, deps);
