import { type Queue, queue } from '#server/cluster/jobs.ts';

/** A batch to work off. */
export interface BatchWork {
  clientId: number;
  batchId: number;
}

/** Tries whose waits double from two seconds: the database may be away for a while. */
const TRIES = 12;

/** Seconds after which a batch of a node that died is taken over by another. */
const HEARTBEAT = 30;

export const batchWork: Queue<BatchWork> = queue('batch-orders', TRIES, HEARTBEAT);
