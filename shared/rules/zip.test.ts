import { expect, test } from 'vitest';
import { parseZip } from './zip.ts';

test('four digits are a postal code', () => {
  expect(parseZip(' 1425 ')).toEqual({ digits: '1425', cpa: null, province: null });
});

test('a CPA holds the four digits and the letter of its province', () => {
  expect(parseZip('c1425abc')).toEqual({ digits: '1425', cpa: 'C1425ABC', province: 'C' });
  expect(parseZip('V9410BFD')?.province).toBe('V');
});

test.each(['', '142', '14255', 'C1425', 'C1425AB', 'I1425ABC', 'O1425ABC', 'Ñ1425ABC', '-1425', '14a5'])(
  '%s is none',
  (text) => {
    expect(parseZip(text)).toBeNull();
  },
);
