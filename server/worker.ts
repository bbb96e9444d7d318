import type { Deps } from './deps.ts';
import { accessMails, sendAccessMail } from './features/access/access-mails.ts';
import { batchWork } from './features/batch/batch-queue.ts';
import { workBatch } from './features/batch/batch-work.ts';
import { resumeBatches } from './features/batch/resume-batches.ts';
import type { Queue } from './platform/jobs.ts';

/** Every queue there is; made at start by any node. */
export const queues: readonly Queue<object>[] = [accessMails, batchWork];

/** Batches that a node works off at once: a small one shall not wait for the end of a large one. */
const BATCHES_AT_ONCE = 3;

/** Does background work on this node. */
export async function startWorker(deps: Deps): Promise<void> {
  await deps.jobs.work(accessMails, (mail) => sendAccessMail(deps, mail));
  for (let one = 0; one < BATCHES_AT_ONCE; one++) {
    await deps.jobs.work(batchWork, (batch, stopping) => workBatch(deps, batch, stopping));
  }
  await resumeBatches(deps);
}
