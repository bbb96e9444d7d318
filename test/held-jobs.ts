import type { Jobs, Queue } from '#server/cluster/jobs.ts';
import { afterCommit } from '#server/db/connection.ts';

export interface HeldJob {
  queue: string;
  payload: object;
  afterSeconds: number;
}

/** Jobs that are held back until the test does them: in which order, how often and whether at all is its own affair. */
export interface HeldJobs extends Jobs {
  held: HeldJob[];
  /** Takes the held jobs of a queue out. */
  take<T extends object>(queue: Queue<T>): T[];
}

export function holdJobs(): HeldJobs {
  const held: HeldJob[] = [];
  return {
    held,
    take(queue) {
      const taken = held.filter((job) => job.queue === queue.name);
      held.splice(0, held.length, ...held.filter((job) => job.queue !== queue.name));
      return taken.map(({ payload }) => payload) as never;
    },
    start: async () => {},
    async enqueue(trx, to, payload, afterSeconds = 0) {
      afterCommit(trx, () => void held.push({ queue: to.name, payload, afterSeconds }));
    },
    work: async () => {},
    counts: async () => [],
    stop: async () => {},
  };
}
