import { createLocalRateLimit, type LocalRateLimit } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';

/** Batches that a client may ask for in a minute. */
const BATCHES_PER_MINUTE = 20;

/** Counts batches of labels by client. */
export const createLabelBatchRateLimit = (deps: Pick<Deps, 'clock' | 'config'>): LocalRateLimit =>
  createLocalRateLimit(BATCHES_PER_MINUTE, deps);
