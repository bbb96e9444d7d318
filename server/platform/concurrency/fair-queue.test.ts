import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const never = new AbortController().signal;

/** A queue whose tasks end when the test calls `end`. `begun` lists the started tasks in order. */
function startQueue(concurrency = 1, maxQueued = { key: 20, all: 200 }) {
  const queue = createFairQueue({ concurrency, maxQueued });
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const enqueue = (key: string, name: string, signal = never) =>
    queue(
      key,
      () => {
        begun.push(name);
        const end = Promise.withResolvers<void>();
        ends.set(name, end);
        return end.promise;
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { enqueue, end, begun };
}

test('keys take turns: a key with many tasks delays another key by one task', async () => {
  const { enqueue, end, begun } = startQueue();
  const many = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'].map((name) => enqueue('a', name));
  await end('none');
  const one = enqueue('b', 'b1');
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
  const late = [enqueue('c', 'c1'), enqueue('b', 'b2')];
  for (const name of ['a4', 'c1', 'b2', 'a5', 'a6', 'a7', 'a8']) await end(name);
  await Promise.all([...many, one, ...late]);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4', 'c1', 'b2', 'a5', 'a6', 'a7', 'a8']);
});

test('each key runs one task at a time, even with free slots', async () => {
  const { enqueue, end, begun } = startQueue(2);
  const all = [enqueue('a', 'a1'), enqueue('a', 'a2'), enqueue('b', 'b1')];
  await end('none');
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  await Promise.all(all);
});

test('an aborted task leaves the queue, and a full queue refuses', async () => {
  const { enqueue, end, begun } = startQueue(1, { key: 1, all: 2 });
  const first = enqueue('a', 'a1');
  const stop = new AbortController();
  const second = enqueue('a', 'a2', stop.signal);
  await expect(enqueue('a', 'a3')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  stop.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  const third = enqueue('a', 'a4');
  const other = enqueue('b', 'b1');
  await expect(enqueue('c', 'c1')).rejects.toMatchObject({ status: 503 });
  for (const name of ['a1', 'b1', 'a4']) await end(name);
  await Promise.all([first, third, other]);
  expect(begun).toEqual(['a1', 'b1', 'a4']);
});
