import { Worker } from 'node:worker_threads';
import type { Order, Report } from './thread-jobs.ts';

/** A thread that does what would hold all other calls up. */
export interface Thread {
  /**
   * Does a job; `receive` gets its bytes as they are made. Stopping it by the signal reaches it between two pieces.
   *
   * @throws what the job threw, an AbortError when it was stopped, an Error when the thread died
   */
  run(kind: string, input: unknown, receive: (bytes: Uint8Array) => void, signal?: AbortSignal): Promise<void>;
}

interface Job {
  receive: (bytes: Uint8Array) => void;
  end: (problem?: Error) => void;
}

export interface ThreadOptions {
  /** Time without a job after which it ends and its memory is given back, in ms. */
  idleMs: number;
  /** Memory for its objects, in MB; whoever takes more kills the thread and its jobs, never the process. */
  memoryMb: number;
}

/**
 * Makes a thread of a module that calls `doJobs`. It starts with its first job, ends when it was idle for long, starts
 * again when needed, and never keeps the process alive.
 */
export function createThread(module: URL, { idleMs, memoryMb }: ThreadOptions): Thread {
  const jobs = new Map<number, Job>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function started(): Worker {
    clearTimeout(idle);
    if (worker) return worker;
    const fresh = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    fresh.unref();
    fresh.on('message', hear);
    let reason = new Error('the thread ended');
    fresh.on('error', (error: Error) => {
      reason = error;
    });
    fresh.once('exit', () => {
      if (worker !== fresh) return;
      worker = null;
      for (const job of [...jobs.values()]) job.end(reason);
    });
    worker = fresh;
    return fresh;
  }

  function hear({ id, bytes, ended, failed }: Report): void {
    const job = jobs.get(id);
    if (bytes) job?.receive(bytes);
    else if (ended) job?.end();
    else if (failed) job?.end(Object.assign(new Error(failed.message), { stack: failed.stack }));
  }

  function rest(): void {
    const resting = worker;
    idle = setTimeout(() => {
      worker = null;
      void resting?.terminate();
    }, idleMs).unref();
  }

  return {
    run(kind, input, receive, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const id = ++last;
      const thread = started();
      return new Promise<void>((resolve, reject) => {
        const stop = () => {
          thread.postMessage({ id } satisfies Order);
          end(signal?.reason as Error);
        };
        const end = (problem?: Error) => {
          signal?.removeEventListener('abort', stop);
          jobs.delete(id);
          if (jobs.size === 0) rest();
          if (problem) reject(problem);
          else resolve();
        };
        jobs.set(id, { receive, end });
        signal?.addEventListener('abort', stop, { once: true });
        thread.postMessage({ id, kind, input } satisfies Order);
      });
    },
  };
}
