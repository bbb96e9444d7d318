import { expect, test } from 'vitest';
import { createRandom } from './seeded-random.ts';
import { shrink } from './shrink.ts';

test('a list that fails shrinks to what it fails by', async () => {
  const list = Array.from({ length: 40 }, (_, index) => index);
  const fails = async (candidate: readonly number[]) => candidate.includes(7) && candidate.includes(31);
  expect(await shrink(list, fails)).toEqual([7, 31]);
});

test('what a single step repeats shrinks to that step', async () => {
  expect(await shrink([1, 2, 3, 4, 5], async (candidate) => candidate.includes(4))).toEqual([4]);
});

test('no more attempts are made than allowed', async () => {
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

test('the same seed chooses the same, another one something else', () => {
  const choices = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 20 }, () => random.below(1000));
  };
  expect(choices(1)).toEqual(choices(1));
  expect(choices(1)).not.toEqual(choices(2));
});
