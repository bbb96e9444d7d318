import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** Whom work is done for: each key has a queue of its own. */
export interface QueueOwner {
  key: string;
  /** Whether the caller is known to the account. Known and unknown callers never take each other's last worker. */
  known: boolean;
}

/** Runs work for a owner, later if its workers are busy. */
export type FairConcurrencyLimit = <T>(owner: QueueOwner, work: () => Promise<T>) => Promise<T>;

export interface FairConcurrencyLimitOptions {
  /** Most work at once; one place of it is kept for known callers, and one for unknown ones. */
  concurrency: number;
  /** Most work that waits, of known and of unknown callers each. */
  maxQueued: number;
  /** Most of it that waits for one key. */
  maxQueuedPerKey: number;
}

/**
 * A concurrency limit with fair queues: keys take turns, so that whoever sends a hundred requests delays others by one.
 *
 * @throws (from the limit) Failure 503 with Retry-After when the queue is full
 */
export function createFairConcurrencyLimit({
  concurrency,
  maxQueued,
  maxQueuedPerKey,
}: FairConcurrencyLimitOptions): FairConcurrencyLimit {
  const known = createQueue();
  const unknown = createQueue();
  const hasSlot = (queue: Queue) => known.running + unknown.running < concurrency && queue.running < concurrency - 1;

  function startNext(): void {
    for (const queue of [known, unknown]) {
      while (queue.size > 0 && hasSlot(queue)) {
        queue.running++;
        queue.shift()?.();
      }
    }
  }

  return async (owner, work) => {
    const queue = owner.known ? known : unknown;
    if (queue.size === 0 && hasSlot(queue)) queue.running++;
    else if (queue.size >= maxQueued || queue.sizeOf(owner.key) >= maxQueuedPerKey) {
      throw new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
    } else await new Promise<void>((start) => queue.push(owner.key, start));
    try {
      return await work();
    } finally {
      queue.running--;
      startNext();
    }
  };
}

interface Queue {
  running: number;
  readonly size: number;
  sizeOf(key: string): number;
  push(key: string, start: () => void): void;
  shift(): (() => void) | undefined;
}

/** Queues by key, of which the one that waited longest for its turn comes next. */
function createQueue(): Queue {
  const lines = new Map<string, (() => void)[]>();
  let size = 0;
  return {
    running: 0,
    get size() {
      return size;
    },
    sizeOf: (key) => lines.get(key)?.length ?? 0,
    push(key, start) {
      size++;
      const line = lines.get(key);
      if (line) line.push(start);
      else lines.set(key, [start]);
    },
    shift() {
      const [next] = lines;
      if (!next) return undefined;
      const [key, line] = next;
      lines.delete(key);
      const start = line.shift();
      if (line.length > 0) lines.set(key, line);
      size--;
      return start;
    },
  };
}
