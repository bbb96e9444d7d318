import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/**
 * Runs work, one task at a time for each key, keys round robin. The signal removes a waiting task; running work must observe
 * the signal itself.
 *
 * @throws Failure 503 with Retry-After when the queue is full, the signal's reason when a waiting task is aborted
 */
export type FairQueue = <T>(key: string | number, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

interface Limits {
  /** Keys whose work runs at once. */
  concurrency: number;
  /** Tasks that may wait, for one key and in total. */
  maxQueued: { key: number; all: number };
}

/** Creates a fair queue: a key with many tasks delays another key by one task at most. */
export function createFairQueue({ concurrency, maxQueued }: Limits): FairQueue {
  /** Waiting tasks by key. The first key has the next turn. */
  const lines = new Map<string | number, Set<() => void>>();
  const running = new Set<string | number>();
  let queued = 0;

  function startNext(): void {
    for (const [key, line] of lines) {
      if (running.size >= concurrency) return;
      const [enter] = line;
      if (!running.has(key) && enter) enter();
    }
  }

  function waitForTurn(key: string | number, signal: AbortSignal): Promise<void> {
    const line = lines.get(key) ?? new Set();
    if (line.size >= maxQueued.key || queued >= maxQueued.all) {
      throw new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 2 });
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', giveUp);
        line.delete(enter);
        queued--;
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
      queued++;
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Ends a key's turn and moves its waiting tasks behind those of the other keys. */
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
    const entered = waitForTurn(key, signal);
    startNext();
    await entered;
    try {
      return await work();
    } finally {
      endTurn(key);
    }
  };
}
