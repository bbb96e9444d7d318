import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createWorkerThread } from './worker-thread.ts';

const MODULE = new URL('../../test/worker-thread-fixture.ts', import.meta.url);

const start = (options: { idleMs?: number; memoryMb?: number } = {}) =>
  createWorkerThread(MODULE, { idleMs: 60_000, memoryMb: 64, ...options });

async function run(thread: ReturnType<typeof start>, kind: string, input: unknown = null, signal?: AbortSignal) {
  const pieces: string[] = [];
  await thread.run(kind, input, (bytes) => pieces.push(Buffer.from(bytes).toString()), signal);
  return pieces;
}

describe('a thread', () => {
  test('gives the pieces of a job in their order, and does several jobs in turns', async () => {
    const thread = start();
    const stop = new AbortController();
    const endless = run(thread, 'forever', null, stop.signal);
    expect(await run(thread, 'words', ['uno', 'dos', 'tres'])).toEqual(['uno', 'dos', 'tres']);
    stop.abort();
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('stops a job between two of its pieces', async () => {
    const thread = start();
    const stop = new AbortController();
    let heard = 0;
    const endless = thread.run('forever', null, () => ++heard === 3 && stop.abort(), stop.signal);
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
    await run(thread, 'words', ['a', 'b']);
    const [made] = await run(thread, 'made');
    await wait(50);
    expect(await run(thread, 'made')).toEqual([made]);
    expect(heard).toBe(3);
  });

  test('begins nothing for whoever has gone already', async () => {
    await expect(run(start(), 'words', ['x'], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('tells what went wrong in a job, and goes on with the others', async () => {
    const thread = start();
    await expect(run(thread, 'failing')).rejects.toThrow('went wrong');
    await expect(run(thread, 'unknown')).rejects.toThrow('no job is called unknown');
    expect(await run(thread, 'words', ['sigue'])).toEqual(['sigue']);
  });

  test('that dies fails its jobs, and the next one starts it again', async () => {
    const thread = start();
    const endless = run(thread, 'forever');
    await expect(run(thread, 'dying')).rejects.toThrow('the thread ended');
    await expect(endless).rejects.toThrow('the thread ended');
    expect(await run(thread, 'words', ['otra'])).toEqual(['otra']);
  });

  test('that takes too much memory is ended, and the process lives', async () => {
    const thread = start({ memoryMb: 32 });
    await expect(run(thread, 'greedy')).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
    expect(await run(thread, 'words', ['vive'])).toEqual(['vive']);
  });

  test('that had nothing to do gives its memory back, and starts again when it is needed', async () => {
    const thread = start({ idleMs: 1 });
    const stop = new AbortController();
    const endless = thread.run('forever', null, () => stop.abort(), stop.signal);
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
    await wait(100);
    // A fresh one has counted nothing.
    expect(await run(thread, 'made')).toEqual(['0']);
  });
});
