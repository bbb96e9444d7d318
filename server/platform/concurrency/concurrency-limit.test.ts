import { expect, test } from 'vitest';
import { createConcurrencyLimit, createKeyedQueue } from './concurrency-limit.ts';

test('two tasks run, the third waits, the fourth is refused, and a failed task frees its slot', async () => {
  const limit = createConcurrencyLimit({ concurrency: 2, maxQueued: 1 });
  const begun: string[] = [];
  const ends: Record<string, PromiseWithResolvers<void>> = {};
  const enter = (name: string) =>
    limit(() => {
      begun.push(name);
      ends[name] = Promise.withResolvers<void>();
      return ends[name].promise;
    });

  const a = enter('a');
  const b = enter('b');
  const c = enter('c');
  await expect(enter('d')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  expect(begun).toEqual(['a', 'b']);

  ends.a?.reject(new Error('went wrong'));
  await expect(a).rejects.toThrow('went wrong');
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.b?.resolve();
  ends.c?.resolve();
  await Promise.all([b, c]);
  const e = enter('e');
  ends.e?.resolve();
  await e;
});

test('each key runs one task at a time, other keys run meanwhile, and a full queue refuses', async () => {
  const queue = createKeyedQueue({ maxQueued: 1 });
  const begun: string[] = [];
  const ends: Record<string, PromiseWithResolvers<void>> = {};
  const enter = (key: number, name: string) =>
    queue(key, () => {
      begun.push(name);
      ends[name] = Promise.withResolvers<void>();
      return ends[name].promise;
    });

  const first = enter(1, 'first');
  const second = enter(1, 'second');
  const other = enter(2, 'other');
  await expect(enter(1, 'third')).rejects.toMatchObject({ status: 503 });
  expect(begun).toEqual(['first', 'other']);
  ends.first?.resolve();
  await first;
  expect(begun).toEqual(['first', 'other', 'second']);
  ends.second?.resolve();
  ends.other?.resolve();
  await Promise.all([second, other]);
  const later = enter(1, 'later');
  expect(begun).toContain('later');
  ends.later?.resolve();
  await later;
});
