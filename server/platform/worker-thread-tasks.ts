import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

/** What a thread is told: to begin a task, or, without a kind, to stop one. */
export interface TaskMessage {
  id: number;
  kind?: string;
  input?: unknown;
}

/** What a thread tells of a task: some of its bytes, its end, or why it failed. */
export interface TaskReport {
  id: number;
  bytes?: Uint8Array<ArrayBuffer>;
  ended?: true;
  failed?: { message: string; stack: string };
}

/** Does one kind of task: gives its bytes as they are made, and looks up between them, so that it can be stopped. */
export type TaskHandler = (input: never, signal: AbortSignal) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Makes this thread do tasks for the one that started it. Several go on in turns; each ends, fails, or is stopped. */
export function handleTasks(handlers: Record<string, TaskHandler>): void {
  const port = parentPort;
  if (!port) throw new Error('only a thread does tasks for another');
  const running = new Map<number, AbortController>();
  const report = (message: TaskReport, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

  async function work(id: number, kind: string, input: unknown, signal: AbortSignal): Promise<void> {
    const make = handlers[kind];
    if (!make) throw new Error(`no task is called ${kind}`);
    for await (const bytes of make(input as never, signal)) {
      // Copied, because small buffers are parts of a common one; the copy is moved.
      const own = new Uint8Array(bytes);
      report({ id, bytes: own }, [own.buffer]);
      // Word that a task is to stop, and other tasks, get through between two pieces.
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
