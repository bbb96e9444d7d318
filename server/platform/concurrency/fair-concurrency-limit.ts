import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** The caller that work is done for. Each key has a separate queue. */
export interface QueueOwner {
  key: string;
  /** Whether the account has seen the caller before. Known and unknown callers never take each other's last slot. */
  known: boolean;
}

/** Runs work for an owner, queued while all slots are busy. */
export type FairConcurrencyLimit = <T>(owner: QueueOwner, work: () => Promise<T>) => Promise<T>;

export interface FairConcurrencyLimitOptions {
  /** Tasks that run at once. One slot is reserved for known callers and one for unknown callers. */
  concurrency: number;
  /** Tasks that may wait, for known and for unknown callers each. */
  maxQueued: number;
  /** Tasks that may wait for one key. */
  maxQueuedPerKey: number;
}

/**
 * Creates a concurrency limit with a fair queue: keys take turns, so a hundred requests of one key delay another key by one.
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

/** Creates a round-robin queue: `shift` takes from the key that has waited longest for its turn. */
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
