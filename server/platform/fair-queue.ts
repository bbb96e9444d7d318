import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/**
 * Runs work in turns: one piece at a time for each key, keys round robin. The signal ends the waiting for a turn; work that
 * has begun watches it by itself.
 *
 * @throws Failure 503 with Retry-After when too much waits, the signal's reason when it ends the waiting
 */
export type FairQueue = <T>(key: string | number, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

interface Limits {
  /** Keys whose work runs at the same time. */
  concurrency: number;
  /** Pieces of work that wait, of one key and of all. */
  maxQueued: { key: number; all: number };
}

/** Makes a queue in which a key that asks for much delays another key's work by one piece at most. */
export function createFairQueue({ concurrency, maxQueued }: Limits): FairQueue {
  /** Waiting work by key; the first key has the next turn. */
  const lines = new Map<string | number, Set<() => void>>();
  const running = new Set<string | number>();
  let waits = 0;

  function startNext(): void {
    for (const [key, line] of lines) {
      if (running.size >= concurrency) return;
      const [enter] = line;
      if (!running.has(key) && enter) enter();
    }
  }

  function turn(key: string | number, signal: AbortSignal): Promise<void> {
    const line = lines.get(key) ?? new Set();
    if (line.size >= maxQueued.key || waits >= maxQueued.all) {
      throw new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', giveUp);
        line.delete(enter);
        waits--;
        if (line.size === 0) lines.delete(key);
      };
      const enter = () => {
        leave();
        running.add(key);
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(signal.reason);
      };
      line.add(enter);
      lines.set(key, line);
      waits++;
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Ends a key's turn and puts what it still has waiting behind the other keys. */
  function endTurn(key: string | number): void {
    running.delete(key);
    const line = lines.get(key);
    if (line) {
      lines.delete(key);
      lines.set(key, line);
    }
    startNext();
  }

  return async (key, work, signal) => {
    signal.throwIfAborted();
    const entered = turn(key, signal);
    startNext();
    await entered;
    try {
      return await work();
    } finally {
      endTurn(key);
    }
  };
}
