import { createLocalRateLimit, type LocalRateLimit } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';

/** Rate limit: batches of labels per client, minute and node. */
const BATCHES_PER_MINUTE = 20;

/** Creates the rate limit of batches of labels, by client. */
export const createLabelBatchRateLimit = (deps: Pick<Deps, 'clock' | 'config'>): LocalRateLimit =>
  createLocalRateLimit(BATCHES_PER_MINUTE, deps);
