import { Worker } from 'node:worker_threads';
import type { TaskMessage, TaskReport } from './worker-thread-tasks.ts';

/** A worker thread for work that would block the event loop. */
export interface WorkerThread {
  /**
   * Runs a task and passes its bytes to `receive` as they are made. The signal aborts the task between two pieces.
   *
   * @throws the task's error, an AbortError when aborted, an Error when the thread exits
   */
  run(kind: string, input: unknown, receive: (bytes: Uint8Array) => void, signal?: AbortSignal): Promise<void>;
}

interface Task {
  receive: (bytes: Uint8Array) => void;
  end: (problem?: Error) => void;
}

export interface WorkerThreadOptions {
  /** Idle time after which the thread ends and frees its memory, in ms. */
  idleMs: number;
  /** Heap limit of the thread, in MB. Exceeding the limit ends the thread and its tasks, not the process. */
  memoryMb: number;
}

/**
 * Creates a worker thread from a module that calls `handleTasks`. The thread starts with its first task, ends when idle,
 * starts again when needed, and never keeps the process alive.
 */
export function createWorkerThread(module: URL, { idleMs, memoryMb }: WorkerThreadOptions): WorkerThread {
  const tasks = new Map<number, Task>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function started(): Worker {
    clearTimeout(idle);
    if (worker) return worker;
    const fresh = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    fresh.unref();
    fresh.on('message', onReport);
    let reason = new Error('the thread ended');
    fresh.on('error', (error: Error) => {
      reason = error;
    });
    fresh.once('exit', () => {
      if (worker !== fresh) return;
      worker = null;
      for (const task of [...tasks.values()]) task.end(reason);
    });
    worker = fresh;
    return fresh;
  }

  function onReport({ id, bytes, ended, failed }: TaskReport): void {
    const task = tasks.get(id);
    if (bytes) task?.receive(bytes);
    else if (ended) task?.end();
    else if (failed) task?.end(Object.assign(new Error(failed.message), { stack: failed.stack }));
  }

  function terminateWhenIdle(): void {
    const idleWorker = worker;
    idle = setTimeout(() => {
      worker = null;
      void idleWorker?.terminate();
    }, idleMs).unref();
  }

  return {
    run(kind, input, receive, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const id = ++last;
      const thread = started();
      return new Promise<void>((resolve, reject) => {
        const stop = () => {
          thread.postMessage({ id } satisfies TaskMessage);
          end(signal?.reason as Error);
        };
        const end = (problem?: Error) => {
          signal?.removeEventListener('abort', stop);
          tasks.delete(id);
          if (tasks.size === 0) terminateWhenIdle();
          if (problem) reject(problem);
          else resolve();
        };
        tasks.set(id, { receive, end });
        signal?.addEventListener('abort', stop, { once: true });
        thread.postMessage({ id, kind, input } satisfies TaskMessage);
      });
    },
  };
}
