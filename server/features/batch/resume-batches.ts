import type { Deps } from '#server/domain/deps.ts';
import { batchWork } from './batch-queue.ts';
import { unfinishedBatches } from './batch-work.store.ts';

/**
 * Asks for the work on every batch that a stopped process has left unfinished. Where another node is at it, the slower of
 * the two lets go with its first step.
 */
export async function resumeBatches(deps: Deps): Promise<void> {
  for (const { clientId, batchId } of await deps.db.withoutClient(unfinishedBatches)) {
    await deps.db.withClient(clientId, (trx) => deps.jobs.enqueue(trx, batchWork, { clientId, batchId }));
  }
}
