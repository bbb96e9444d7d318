import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Deps } from '#server/domain/deps.ts';
import { unfinishedBatches } from './process-batch.store.ts';

/** A batch to work off. */
export interface BatchJob {
  clientId: number;
  batchId: number;
}

/** Tries whose waits double from two seconds: the database may be away for a while. */
const RETRY_LIMIT = 12;

/** Seconds after which a batch of a node that died is taken over by another. */
const HEARTBEAT_S = 30;

export const batchJobs: Queue<BatchJob> = queue('batch-orders', RETRY_LIMIT, HEARTBEAT_S);

/**
 * Asks for the work on every batch that a stopped process has left unfinished. Where another node is at it, the slower of
 * the two lets go with its first step.
 */
export async function resumeBatches(deps: Deps): Promise<void> {
  for (const { clientId, batchId } of await deps.db.withoutClient(unfinishedBatches)) {
    await deps.db.withClient(clientId, (trx) => deps.jobs.enqueue(trx, batchJobs, { clientId, batchId }));
  }
}
