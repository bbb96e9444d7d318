import { expect, test } from 'vitest';
import { exactInteger, exactSum, InexactNumberError, isPrice, MAX_PRICE_CENTS } from './amount.ts';

test('a price is a whole number of cents up to its maximum', () => {
  expect([0, 1, MAX_PRICE_CENTS].map(isPrice)).toEqual([true, true, true]);
  expect([-1, 0.5, MAX_PRICE_CENTS + 1, 2 ** 53, Number.NaN].map(isPrice)).toEqual([false, false, false, false, false]);
});

test('an integer that a double doesn’t contain is refused instead of rounded', () => {
  expect(exactInteger('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => exactInteger('9007199254740993')).toThrow('9007199254740993');
});

test('a sum that a double doesn’t contain is refused instead of rounded', () => {
  expect(exactSum(Number.MAX_SAFE_INTEGER, -1, 1)).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => exactSum(Number.MAX_SAFE_INTEGER, 1)).toThrow(InexactNumberError);
  expect(() => exactSum(2 ** 60)).toThrow(InexactNumberError);
  for (const part of [0.5, Number.NaN]) expect(() => exactSum(1, part)).toThrow('is no whole number');
});
