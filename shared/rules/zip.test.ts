import { expect, test } from 'vitest';
import { parseZip, parseZipStart } from './zip.ts';

test('four digits are a postal code', () => {
  expect(parseZip(' 1425 ')).toEqual({ digits: '1425', cpa: null, province: null });
});

test('a CPA contains the four digits and its province’s letter', () => {
  expect(parseZip('c1425abc')).toEqual({ digits: '1425', cpa: 'C1425ABC', province: 'C' });
  expect(parseZip('V9410BFD')?.province).toBe('V');
});

test.each([
  '',
  '142',
  '14255',
  'C1425',
  'C1425AB',
  'I1425ABC',
  'O1425ABC',
  'Ñ1425ABC',
  '-1425',
  '14a5',
  '0425',
  'C0425ABC',
])('%s is not a postal code', (text) => {
  expect(parseZip(text)).toBeNull();
});

test('every valid CPA letter has a province', () => {
  for (const letter of 'ABCDEFGHJKLMNPQRSTUVWXYZ') expect(parseZip(`${letter}1425ABC`)?.province).toBe(letter);
});

test.each([
  ['1', '1', null],
  [' 142', '142', null],
  ['1425', '1425', null],
  ['c14', '14', 'C'],
  ['L6330', '6330', 'L'],
  ['C1425A', '1425', 'C'],
  ['c1425abc', '1425', 'C'],
])('%s is the beginning of a postal code', (text, digits, province) => {
  expect(parseZipStart(text)).toEqual({ digits, province });
});

test.each(['', 'C', 'palermo', '0', '14255', '1425A', 'C142A', 'C1425ABCD', 'I1425', '14 25', '%', '1_'])(
  '%s is not the beginning of a postal code',
  (text) => {
    expect(parseZipStart(text)).toBeNull();
  },
);
