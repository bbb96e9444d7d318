import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

/** What a thread is told: to begin a job, or, without a kind, to stop one. */
export interface Order {
  id: number;
  kind?: string;
  input?: unknown;
}

/** What a thread tells of a job: some of its bytes, its end, or why it failed. */
export interface Report {
  id: number;
  bytes?: Uint8Array<ArrayBuffer>;
  ended?: true;
  failed?: { message: string; stack: string };
}

/** Does one kind of job: gives its bytes as they are made, and looks up between them, so that it can be stopped. */
export type JobMaker = (input: never, signal: AbortSignal) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Makes this thread do jobs for the one that started it. Several go on in turns; each ends, fails, or is stopped. */
export function doJobs(makers: Record<string, JobMaker>): void {
  const port = parentPort;
  if (!port) throw new Error('only a thread does jobs for another');
  const running = new Map<number, AbortController>();
  const report = (told: Report, moved: ArrayBuffer[] = []) => port.postMessage(told, moved);

  async function work(id: number, kind: string, input: unknown, signal: AbortSignal): Promise<void> {
    const make = makers[kind];
    if (!make) throw new Error(`no job is called ${kind}`);
    for await (const bytes of make(input as never, signal)) {
      // Copied, because small buffers are parts of a common one; the copy is moved.
      const own = new Uint8Array(bytes);
      report({ id, bytes: own }, [own.buffer]);
      // Word that a job is to stop, and other jobs, get through between two pieces.
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  port.on('message', ({ id, kind, input }: Order) => {
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
