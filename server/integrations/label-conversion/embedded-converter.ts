import { createWorkerThread } from '#server/platform/concurrency/worker-thread.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import type { LabelConverter } from './converter.ts';

const thread = createWorkerThread(new URL('./conversion-thread.ts', import.meta.url), {
  idleMs: MINUTE_MS,
  memoryMb: 256,
});

/** Creates the embedded converter, which runs in a worker thread. */
export function createEmbeddedConverter(): LabelConverter {
  return {
    async convert(pictures, signal) {
      const labels: Uint8Array[] = [];
      const stop = new AbortController();
      let unreadable: number | null = null;
      const receive = (label: Uint8Array) => {
        if (label.length > 0) labels.push(label);
        else {
          unreadable = labels.length;
          stop.abort();
        }
      };
      try {
        await thread.run('zpl', pictures, receive, AbortSignal.any([signal, stop.signal]));
      } catch (error) {
        if (unreadable === null) throw error;
      }
      return unreadable === null ? { zpl: Buffer.concat(labels) } : { unreadable };
    },
  };
}
