import { expect, test } from 'vitest';
import { createRandom } from './seeded-random.ts';
import { shrink } from './shrink.ts';

test('a failing list shrinks to the steps that make it fail', async () => {
  const list = Array.from({ length: 40 }, (_, index) => index);
  const fails = async (candidate: readonly number[]) => candidate.includes(7) && candidate.includes(31);
  expect(await shrink(list, fails)).toEqual([7, 31]);
});

test('a list that one step makes fail shrinks to that step', async () => {
  expect(await shrink([1, 2, 3, 4, 5], async (candidate) => candidate.includes(4))).toEqual([4]);
});

test('the number of attempts is limited', async () => {
  let attempts = 0;
  await shrink(
    Array.from({ length: 100 }, (_, index) => index),
    async () => {
      attempts += 1;
      return false;
    },
    10,
  );
  expect(attempts).toBe(10);
});

test('equal seeds make equal choices, different seeds make different ones', () => {
  const choices = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 20 }, () => random.below(1000));
  };
  expect(choices(1)).toEqual(choices(1));
  expect(choices(1)).not.toEqual(choices(2));
});
