import { expect, test } from 'vitest';
import { normalizeNumber } from './normalize-number.ts';

test('a figure with the separators of Argentina counts as the number that was meant', () => {
  expect(normalizeNumber('1.500')).toBe('1500');
  expect(normalizeNumber('32.500,00')).toBe('32500');
  expect(normalizeNumber('1.234.567,50')).toBe('1234567,50');
  expect(normalizeNumber(' 750 ')).toBe('750');
});

test('what is no such figure is left for its field to refuse', () => {
  for (const text of ['', 'abc', '-1', '1.5', '1,5', '1.50.000', '12.3456']) expect(normalizeNumber(text)).toBe(text);
});
