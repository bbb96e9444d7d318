import type { Deps } from './deps.ts';
import { accessMails, sendAccessMail } from './features/access/access-mails.ts';
import type { Queue } from './platform/jobs.ts';

/** Every queue there is; made at start by any node. */
export const queues: readonly Queue<object>[] = [accessMails];

/** Does background work on this node. */
export async function startWorker(deps: Deps): Promise<void> {
  await deps.jobs.work(accessMails, (mail) => sendAccessMail(deps, mail));
}
