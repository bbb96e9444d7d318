import { setTimeout as wait } from 'node:timers/promises';
import { handleTasks } from '#server/platform/worker-thread-tasks.ts';

let pieces = 0;

/** Tasks for the tests of worker threads. */
handleTasks({
  *words(words: string[]) {
    for (const word of words) yield Buffer.from(word);
  },
  async *forever() {
    for (pieces = 0; ; pieces++) {
      yield Buffer.from('.');
      await wait(1);
    }
  },
  *made() {
    yield Buffer.from(String(pieces));
  },
  // biome-ignore lint/correctness/useYield: it fails before its first value
  *failing() {
    throw new TypeError('went wrong');
  },
  *dying() {
    yield Buffer.from('x');
    process.exit(3);
  },
  *greedy() {
    const kept: string[][] = [];
    for (;;) {
      kept.push(Array.from({ length: 100_000 }, (_, index) => `${index} of ${kept.length}`));
      yield Buffer.from('x');
    }
  },
});
