import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const never = new AbortController().signal;

/** A queue whose work ends when the test says so; `begun` tells what has begun, in its order. */
function startQueue(concurrency = 1, maxQueued = { key: 20, all: 200 }) {
  const queue = createFairQueue({ concurrency, maxQueued });
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const ask = (key: string, name: string, signal = never) =>
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
  return { ask, end, begun };
}

test('one key that asks for much delays another by one turn, and keys go round', async () => {
  const { ask, end, begun } = startQueue();
  const many = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'].map((name) => ask('a', name));
  await end('none');
  const one = ask('b', 'b1');
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
  const late = [ask('c', 'c1'), ask('b', 'b2')];
  for (const name of ['a4', 'c1', 'b2', 'a5', 'a6', 'a7', 'a8']) await end(name);
  await Promise.all([...many, one, ...late]);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4', 'c1', 'b2', 'a5', 'a6', 'a7', 'a8']);
});

test('of one key one runs at a time, though there is room', async () => {
  const { ask, end, begun } = startQueue(2);
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('b', 'b1')];
  await end('none');
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  await Promise.all(all);
});

test('what gives up its waiting takes no turn, and too much waiting is refused', async () => {
  const { ask, end, begun } = startQueue(1, { key: 1, all: 2 });
  const first = ask('a', 'a1');
  const stop = new AbortController();
  const second = ask('a', 'a2', stop.signal);
  await expect(ask('a', 'a3')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  stop.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  const third = ask('a', 'a4');
  const other = ask('b', 'b1');
  await expect(ask('c', 'c1')).rejects.toMatchObject({ status: 503 });
  for (const name of ['a1', 'b1', 'a4']) await end(name);
  await Promise.all([first, third, other]);
  expect(begun).toEqual(['a1', 'b1', 'a4']);
});
