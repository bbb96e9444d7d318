import type { Deps } from './deps.ts';
import type { Queue } from './platform/jobs.ts';

/** Every queue there is; made at start by any node. */
export const queues: readonly Queue<never>[] = [];

/** Does background work on this node. */
export async function startWorker(_deps: Deps): Promise<void> {}
