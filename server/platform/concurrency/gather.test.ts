import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { gather } from './gather.ts';

/** Gathers texts by their lengths, in runs that end when the test ends them. */
function gatherTexts({ atOnce = 1, most = 100, maxWaiting = 100 } = {}) {
  const runs: { texts: readonly string[]; end: PromiseWithResolvers<void> }[] = [];
  const send = gather(
    async (texts: readonly string[]) => {
      const end = Promise.withResolvers<void>();
      runs.push({ texts, end });
      await end.promise;
      return texts.map((text) => text.toUpperCase());
    },
    { atOnce, most, maxWaiting, weightOf: (text) => text.length },
  );
  const end = async (nth: number, error?: Error) => {
    if (error) runs[nth]?.end.reject(error);
    else runs[nth]?.end.resolve();
    await new Promise(setImmediate);
  };
  return { send, end, begun: () => runs.map(({ texts }) => texts.join(' ')) };
}

test('an item begins in its own call, and those that arrive meanwhile run together in the order of their arrival', async () => {
  const { send, end, begun } = gatherTexts();
  const results = ['a', 'b', 'c', 'd'].map(send);
  expect(begun()).toEqual(['a']);
  await end(0);
  expect(begun()).toEqual(['a', 'b c d']);
  await end(1);
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
  const later = send('e');
  expect(begun().at(-1)).toBe('e');
  await end(2);
  expect(await later).toBe('E');
});

test('no more runs are in progress than allowed', async () => {
  const { send, end, begun } = gatherTexts({ atOnce: 2 });
  const results = ['a', 'b', 'c', 'd'].map(send);
  expect(begun()).toEqual(['a', 'b']);
  await end(1);
  expect(begun()).toEqual(['a', 'b', 'c d']);
  const last = send('e');
  await end(2);
  expect(begun()).toEqual(['a', 'b', 'c d', 'e']);
  await Promise.all([end(0), end(3)]);
  expect(await Promise.all([...results, last])).toEqual(['A', 'B', 'C', 'D', 'E']);
});

test('a run takes items up to its weight, and a heavier item alone', async () => {
  const { send, end, begun } = gatherTexts({ most: 4 });
  const results = ['a', 'bb', 'cc', 'd', 'eeeeee', 'f'].map(send);
  for (let nth = 0; nth < 4; nth++) await end(nth);
  expect(begun()).toEqual(['a', 'bb cc', 'd', 'eeeeee', 'f']);
  await end(4);
  await Promise.all(results);
});

test('a failed run rejects its own items only, and the next one begins', async () => {
  const { send, end, begun } = gatherTexts();
  const results = Promise.allSettled(['a', 'b', 'c'].map(send));
  await end(0);
  const later = send('d');
  await end(1, new Error('went wrong'));
  expect(begun()).toEqual(['a', 'b c', 'd']);
  await end(2);
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await later).toBe('D');
});

test('work that throws before it waits rejects its items, and others follow', async () => {
  let calls = 0;
  const send = gather(
    (items: readonly number[]) => {
      calls++;
      if (calls < 3) throw new Error(`went wrong ${items.length}`);
      return Promise.resolve(items);
    },
    { atOnce: 1, most: 2, maxWaiting: 10, weightOf: () => 1 },
  );
  await expect(send(1)).rejects.toThrow('went wrong 1');
  await expect(send(2)).rejects.toThrow('went wrong 1');
  expect(await Promise.all([3, 4, 5, 6].map(send))).toEqual([3, 4, 5, 6]);
});

test('an item is refused if too many wait, and accepted again afterwards', async () => {
  const { send, end } = gatherTexts({ maxWaiting: 4 });
  const results = ['a', 'bb', 'cc'].map(send);
  await expect(send('d')).rejects.toMatchObject({ code: 'OVERLOADED' });
  await end(0);
  const later = send('e');
  await end(1);
  await end(2);
  expect(await Promise.all([...results, later])).toEqual(['A', 'BB', 'CC', 'E']);
});

test('work runs outside of the callers’ contexts, and each caller goes on in its own', async () => {
  const contexts = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const send = gather(
    async (items: readonly string[]) => {
      seen.push(contexts.getStore());
      return items;
    },
    { atOnce: 1, most: 10, maxWaiting: 10, weightOf: () => 1 },
  );
  const after = await Promise.all(
    ['x', 'y', 'z'].map((name) => contexts.run(name, () => send(name).then(() => contexts.getStore()))),
  );
  expect(seen).toEqual([undefined, undefined]);
  expect(after).toEqual(['x', 'y', 'z']);
});
