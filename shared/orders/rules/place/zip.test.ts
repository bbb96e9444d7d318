import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseZip, parseZipStart, plainZip } from './zip.ts';

test('four digits are a postal code', () => {
  expect(parseZip(' 1425 ')).toEqual({ digits: '1425', cpa: null, province: null, written: '1425' });
});

test('a CPA contains the four digits and its province’s letter', () => {
  expect(parseZip('c1425abc')).toEqual({ digits: '1425', cpa: 'C1425ABC', province: 'C', written: 'C1425ABC' });
  expect(parseZip('V9410BFD')?.province).toBe('V');
});

test('the letter of a province before the digits stays, for the check of the province', () => {
  expect(parseZip('b1900')).toEqual({ digits: '1900', cpa: null, province: 'B', written: 'B1900' });
});

test.each([
  ['1.425', '1425'],
  ['1,425', '1425'],
  ['1 425', '1425'],
  ['1425.0', '1425'],
  ['1425,00', '1425'],
  ['1,425.00', '1425'],
  ['１４２５', '1425'],
  ['14\u200b25', '1425'],
  ['\u00a01425\u2003', '1425'],
  ['1425.', '1425'],
  ['(1425)', '1425'],
  ['«1425»', '1425'],
  ["'1425", '1425'],
  ['CP 1425', '1425'],
  ['CP1425', '1425'],
  ['cp: 1.425', '1425'],
  ['C.P. 1425', '1425'],
  ['C. P.: 1425', '1425'],
  ['(CP 1425)', '1425'],
  ['CP (1425)', '1425'],
  ['CPA1425', '1425'],
  ['Cód. Postal: 1425', '1425'],
  ['código postal 1425', '1425'],
  ['AR-1425', '1425'],
  ['C 1425', 'C1425'],
  ['C-1425', 'C1425'],
  ['CP C1425', 'C1425'],
  ['CPA4400ABC', 'A4400ABC'],
  ['CPA C1425ABC', 'C1425ABC'],
  ['AR-C1425ABC', 'C1425ABC'],
  ['C 1425 ABC', 'C1425ABC'],
  ['C–1425–abc', 'C1425ABC'],
  ['C1425 ABC', 'C1425ABC'],
])('%s is the postal code %s', (text, written) => {
  expect(parseZip(text)?.written).toBe(written);
  expect(plainZip(text)).toBe(written);
});

test.each([
  '',
  '142',
  '14255',
  'C1425AB',
  'I1425ABC',
  'O1425ABC',
  'O1425',
  'Ñ1425ABC',
  '-1425',
  '−1425',
  '14a5',
  '14 25',
  '142.5',
  '14.25',
  '1.425.0.0',
  '1425.5',
  '1425²',
  '1425ABC',
  '0425',
  '01425',
  'C0425ABC',
  'CP',
  'AR1425',
  '1425 CABA',
  '1425/1426',
  '1,43E+03',
])('%s is not a postal code', (text) => {
  expect(parseZip(text)).toBeNull();
  expect(plainZip(text)).toBe(text);
});

test('whatever is read contains its digits in their order, and no other digits but decimals of zero', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,- ()CBPAñ') }), (text) => {
      const zip = parseZip(text);
      if (!zip) return;
      const digits = text.replace(/[^0-9]/g, '');
      expect(digits).toMatch(new RegExp(`^${zip.digits}0{0,2}$`));
      expect(parseZip(zip.written)).toEqual(zip);
    }),
  );
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
  ['1.425', '1425', null],
  ['CP B1900', '1900', 'B'],
])('%s is the beginning of a postal code', (text, digits, province) => {
  expect(parseZipStart(text)).toEqual({ digits, province });
});

test.each(['', 'C', 'palermo', '0', '14255', '1425A', 'C142A', 'C1425ABCD', 'I1425', '14 25', '%', '1_'])(
  '%s is not the beginning of a postal code',
  (text) => {
    expect(parseZipStart(text)).toBeNull();
  },
);

test('a letter that stands apart from its label is a province’s', () => {
  expect(parseZip('CP A4400')).toMatchObject({ digits: '4400', province: 'A' });
  expect(parseZip('CP A1425')?.province).toBe('A');
});
