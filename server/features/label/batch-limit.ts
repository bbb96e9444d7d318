import { createNodeWindow, type NodeWindow } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';

/** Batches that a client may ask for in a minute. */
const BATCHES = 20;

/** Counts batches of labels by client. */
export const countBatches = (deps: Pick<Deps, 'clock' | 'config'>): NodeWindow => createNodeWindow(BATCHES, deps);
