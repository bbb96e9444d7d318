import { setTimeout as wait } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { handleTasks } from '#server/platform/worker-thread-tasks.ts';

let endless = 0;

/** Tasks for the tests of worker threads. */
handleTasks({
  *words(words: string[]) {
    for (const word of words) yield Buffer.from(word);
  },
  async *forever() {
    endless++;
    try {
      for (;;) {
        yield Buffer.from('.');
        await wait(1);
      }
    } finally {
      endless--;
    }
  },
  *countEndless() {
    yield Buffer.from(String(endless));
  },
  *thread() {
    yield Buffer.from(String(threadId));
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
