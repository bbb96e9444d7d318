import { expect, test } from 'vitest';
import { createFairConcurrencyLimit } from './fair-concurrency-limit.ts';

/** A limit whose tasks end when the test calls `end`. */
function limitOf(options: Parameters<typeof createFairConcurrencyLimit>[0]) {
  const limit = createFairConcurrencyLimit(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, known = false) =>
    limit({ key: name[0] ?? '', known }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { enter, end, begun };
}

test('unknown callers leave a slot to known callers, and known callers to unknown ones', async () => {
  const { enter, begun } = limitOf({ concurrency: 3, maxQueued: 9, maxQueuedPerKey: 9 });
  for (const name of ['a1', 'b1', 'c1']) void enter(name);
  expect(begun).toEqual(['a1', 'b1']);
  void enter('k1', true);
  void enter('k2', true);
  expect(begun).toEqual(['a1', 'b1', 'k1']);
});

test('keys take turns: a key with many requests delays another key by one request', async () => {
  const { enter, end, begun } = limitOf({ concurrency: 2, maxQueued: 9, maxQueuedPerKey: 9 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void enter(name);
  for (const name of ['a1', 'a2', 'b1', 'c1']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('a key’s full queue refuses that key, and a full total refuses every key', async () => {
  const { enter, end, begun } = limitOf({ concurrency: 2, maxQueued: 2, maxQueuedPerKey: 1 });
  void enter('a1');
  void enter('a2');
  await expect(enter('a3')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  void enter('b1');
  await expect(enter('c1')).rejects.toMatchObject({ status: 503 });
  void enter('k1', true);
  for (const name of ['a1', 'a2', 'b1', 'k1']) await end(name);
  expect(begun).toEqual(['a1', 'k1', 'a2', 'b1']);
  const last = enter('a4');
  expect(begun).toContain('a4');
  await end('a4');
  await last;
});

test('failed work frees its slot', async () => {
  const limit = createFairConcurrencyLimit({ concurrency: 2, maxQueued: 1, maxQueuedPerKey: 1 });
  const share = { key: 'a', known: false };
  await expect(limit(share, () => Promise.reject(new Error('went wrong')))).rejects.toThrow('went wrong');
  expect(await limit(share, async () => 7)).toBe(7);
});
