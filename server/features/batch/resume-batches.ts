import { run } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { batchWork } from './batch-queue.ts';

/**
 * Asks for the work on every batch that a stopped process has left unfinished. Where another node is at it, the slower of
 * the two lets go with its first step.
 */
export async function resumeBatches(deps: Deps): Promise<void> {
  const left = await deps.db.withoutClient((trx) =>
    run<{ client_id: number; id: number }>(trx, 'SELECT client_id, id FROM unfinished_batches()'),
  );
  for (const { client_id: clientId, id: batchId } of left) {
    await deps.db.withClient(clientId, (trx) => deps.jobs.enqueue(trx, batchWork, { clientId, batchId }));
  }
}
