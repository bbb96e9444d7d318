import type { Jobs, Queue } from '#server/cluster/jobs.ts';
import { afterCommit } from '#server/db/connection.ts';

export interface FakeJob {
  queue: string;
  payload: object;
  afterSeconds: number;
}

/** A fake job queue: the test decides when and how often jobs run. */
export interface FakeJobs extends Jobs {
  queued: FakeJob[];
  /** Removes and returns the queued jobs of a queue. */
  take<T extends object>(queue: Queue<T>): T[];
}

export function createFakeJobs(): FakeJobs {
  const queued: FakeJob[] = [];
  return {
    queued,
    take(queue) {
      const taken = queued.filter((job) => job.queue === queue.name);
      queued.splice(0, queued.length, ...queued.filter((job) => job.queue !== queue.name));
      return taken.map(({ payload }) => payload) as never;
    },
    start: async () => {},
    async enqueue(trx, to, payload, afterSeconds = 0) {
      afterCommit(trx, () => void queued.push({ queue: to.name, payload, afterSeconds }));
    },
    work: async () => {},
    counts: async () => [],
    stop: async () => {},
  };
}
