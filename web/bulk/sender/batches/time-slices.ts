import { yieldToEventLoop } from '#web/bulk/csv-file/csv-file.ts';

/** Maximum milliseconds of work before yielding to the event loop. */
const TIME_SLICE_MS = 20;

/** Divides long work into slices, between which the tab handles its events. */
export function createTimeSlices(signal: AbortSignal) {
  let until = performance.now() + TIME_SLICE_MS;
  const isOver = () => performance.now() > until;
  return {
    isOver,
    /** @throws the signal's reason when aborted */
    async yieldIfOver(): Promise<void> {
      if (!isOver()) return;
      await yieldToEventLoop();
      signal.throwIfAborted();
      until = performance.now() + TIME_SLICE_MS;
    },
  };
}
