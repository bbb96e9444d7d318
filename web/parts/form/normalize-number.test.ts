import { expect, test } from 'vitest';
import { normalizeNumber } from './normalize-number.ts';

test('a number with Argentine separators is recognised', () => {
  expect(normalizeNumber('1.500')).toBe('1500');
  expect(normalizeNumber('32.500,00')).toBe('32500');
  expect(normalizeNumber('1.234.567,50')).toBe('1234567,50');
  expect(normalizeNumber(' 750 ')).toBe('750');
});

test('any other text stays as typed, and the field rejects it', () => {
  for (const text of ['', 'abc', '-1', '1.5', '1,5', '1.50.000', '12.3456']) expect(normalizeNumber(text)).toBe(text);
});
