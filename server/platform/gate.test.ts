import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('two run, one waits, the fourth is refused, and a failure gives its place up', async () => {
  const gate = createGate({ atOnce: 2, waiting: 1 });
  const begun: string[] = [];
  const ends: Record<string, PromiseWithResolvers<void>> = {};
  const enter = (name: string) =>
    gate(() => {
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
