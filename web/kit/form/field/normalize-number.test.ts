import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NumberUnit, readNumber } from '#shared/bulk/cells/read-number.ts';
import { normalizeNumber } from './normalize-number.ts';

test('a number with Argentine separators is recognised', () => {
  expect(normalizeNumber('1.500')).toBe('1500');
  expect(normalizeNumber('32.500,00')).toBe('32500');
  expect(normalizeNumber('32500,0')).toBe('32500');
  expect(normalizeNumber('1.234.567,50')).toBe('1234567,50');
  expect(normalizeNumber(' 750 ')).toBe('750');
});

test('any other text stays as typed, and the field rejects it', () => {
  for (const text of ['', 'abc', '-1', '1.5', '1,5', '1.50.000', '12.3456']) expect(normalizeNumber(text)).toBe(text);
});

describe('what may be another number', () => {
  test.each(['12,000', '1,000', '120,000', '1500,000', '0,000'])('%s has no decimals to remove', (text) => {
    expect(normalizeNumber(text)).toBe(text);
  });

  test.each(['0.500', '0.300', '001.500', '00.100'])('%s has no thousands', (text) => {
    expect(normalizeNumber(text)).toBe(text);
  });
});

const written = fc.stringMatching(/^[0-9]{1,4}([.,][0-9]{1,4}){0,2}$/);

test('a form reads a number as files do without a doubt, or refuses it', () => {
  fc.assert(
    fc.property(written, fc.constantFrom<NumberUnit>('pesos', 'grams', 'cm'), (text, unit) => {
      const typed = normalizeNumber(text);
      if (/^\d+$/.test(typed)) expect(readNumber(text, unit)).toEqual({ value: Number(typed) });
    }),
    { numRuns: 5000 },
  );
});
