import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { unfinishedBatches } from './process-batch.store.ts';

/** Job payload of a batch to process. */
export interface BatchJob {
  clientId: number;
  batchId: number;
}

/** Maximum retries. The backoff doubles from two seconds, so the database may be down for some two hours. */
const RETRY_LIMIT = 12;

/** Seconds without a heartbeat after which another node takes over a batch. */
const HEARTBEAT_S = 30;

export const batchJobs: Queue<BatchJob> = queue('batch-orders', RETRY_LIMIT, HEARTBEAT_S);

/**
 * Enqueues a job for every unfinished batch, at the start of a process. If another node still processes a batch, the
 * slower of the two stops with `StaleBatch` at its first step.
 */
export async function resumeBatches(deps: Deps): Promise<void> {
  for (const { clientId, batchId } of await deps.db.withoutClient(unfinishedBatches)) {
    await deps.db.withClient(clientId, (trx) => deps.jobs.enqueue(trx, batchJobs, { clientId, batchId }));
  }
}
