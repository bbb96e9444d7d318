import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

/** Message to the worker thread: starts a task, or aborts the task if `kind` is missing. */
export interface TaskMessage {
  id: number;
  kind?: string;
  input?: unknown;
}

/** Message from the worker thread about a task: a piece of its bytes, its end, or its error. */
export interface TaskReport {
  id: number;
  bytes?: Uint8Array<ArrayBuffer>;
  ended?: true;
  failed?: { message: string; stack: string };
}

/** Runs one kind of task. Yields bytes in pieces, between which the task can be aborted. */
export type TaskHandler = (input: never, signal: AbortSignal) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Runs tasks for the thread that started this worker thread. Concurrent tasks take turns between pieces. */
export function handleTasks(handlers: Record<string, TaskHandler>): void {
  const port = parentPort;
  if (!port) throw new Error('tasks run in a worker thread only');
  const running = new Map<number, AbortController>();
  const report = (message: TaskReport, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

  async function work(id: number, kind: string, input: unknown, signal: AbortSignal): Promise<void> {
    const make = handlers[kind];
    if (!make) throw new Error(`unknown kind of task: ${kind}`);
    for await (const bytes of make(input as never, signal)) {
      // A small buffer is a slice of a shared pool, which can't be transferred; the copy can.
      const copy = new Uint8Array(bytes);
      report({ id, bytes: copy }, [copy.buffer]);
      // Yields to the event loop, which delivers abort messages and runs other tasks.
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  port.on('message', ({ id, kind, input }: TaskMessage) => {
    if (kind === undefined) {
      running.get(id)?.abort();
      return;
    }
    const abort = new AbortController();
    running.set(id, abort);
    work(id, kind, input, abort.signal)
      .then(() => report({ id, ended: true }))
      .catch(({ message, stack = '' }: Error) => report({ id, failed: { message, stack } }))
      .finally(() => running.delete(id));
  });
}
