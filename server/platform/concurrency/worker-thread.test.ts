import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { createWorkerThread } from './worker-thread.ts';

const MODULE = new URL('../../../test/fixtures/worker-thread-fixture.ts', import.meta.url);

const start = (options: { idleMs?: number; memoryMb?: number } = {}) =>
  createWorkerThread(MODULE, { idleMs: MINUTE_MS, memoryMb: 64, ...options });

async function run(thread: ReturnType<typeof start>, kind: string, input: unknown = null, signal?: AbortSignal) {
  const pieces: string[] = [];
  await thread.run(kind, input, (bytes) => pieces.push(Buffer.from(bytes).toString()), signal);
  return pieces;
}

describe('a worker thread', () => {
  test('returns the pieces of a task in order, and runs several tasks at once', async () => {
    const thread = start();
    const stop = new AbortController();
    const endless = run(thread, 'forever', null, stop.signal);
    expect(await run(thread, 'words', ['uno', 'dos', 'tres'])).toEqual(['uno', 'dos', 'tres']);
    stop.abort();
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('aborts a task between two pieces', async () => {
    const thread = start();
    const stop = new AbortController();
    let received = 0;
    const endless = thread.run('forever', null, () => ++received === 3 && stop.abort(), stop.signal);
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
    // The thread may be making a piece when it receives the abort, so the task ends a moment later.
    await expect.poll(() => run(thread, 'countEndless')).toEqual(['0']);
    expect(received).toBe(3);
  });

  test('starts no task for a caller that has already aborted', async () => {
    await expect(run(start(), 'words', ['x'], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('reports a task’s error, and goes on with other tasks', async () => {
    const thread = start();
    await expect(run(thread, 'failing')).rejects.toThrow('went wrong');
    await expect(run(thread, 'unknown')).rejects.toThrow('unknown kind of task: unknown');
    expect(await run(thread, 'words', ['sigue'])).toEqual(['sigue']);
  });

  test('fails its tasks when it exits, and starts again for the next task', async () => {
    const thread = start();
    const endless = run(thread, 'forever');
    await expect(run(thread, 'dying')).rejects.toThrow('the thread ended');
    await expect(endless).rejects.toThrow('the thread ended');
    expect(await run(thread, 'words', ['otra'])).toEqual(['otra']);
  });

  test('ends when it takes too much memory, and the process goes on', async () => {
    const thread = start({ memoryMb: 32 });
    await expect(run(thread, 'greedy')).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
    expect(await run(thread, 'words', ['vive'])).toEqual(['vive']);
  });

  test('ends when idle, and starts again for the next task', async () => {
    const thread = start({ idleMs: 1 });
    const first = await run(thread, 'thread');
    await wait(100);
    expect(await run(thread, 'thread')).not.toEqual(first);
  });
});
