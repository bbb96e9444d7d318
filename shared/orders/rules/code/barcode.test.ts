import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barcodeProblem, readBarcode, restoredZeros } from './barcode.ts';

test.each([
  ['7790001001238', '7790001001238'],
  [' 7 790001 001238 ', '7790001001238'],
  ['7.790.001.001.238', '7790001001238'],
  ['7,790,001,001,238', '7790001001238'],
  ['７７９０００１００１２３８', '7790001001238'],
  ['036000291452', '0036000291452'],
  ['00036000291452', '0036000291452'],
  ['17790001001235', '17790001001235'],
  ['96385074', '96385074'],
  ['978-3-16-148410-0', '9783161484100'],
  ['abc-123', 'ABC-123'],
  ['CAJA/7', 'CAJA/7'],
  ['12345', '12345'],
  ['12-5', '12-5'],
  ['1.5', '1.5'],
])('the bar code %j is %s', (text, code) => {
  expect(readBarcode(text)).toBe(code);
  expect(barcodeProblem(text)).toBeNull();
});

test.each(['7790001001239', '036000291453', '96385075', '17790001001236'])(
  'the check digit of %s is wrong, and named',
  (text) => {
    expect(readBarcode(text)).toBeNull();
    expect(barcodeProblem(text)).toBe('El código de barras no es válido: revisá el último dígito');
  },
);

test.each(['-7', 'ñandú', '', ' ', 'A'.repeat(49), '7.79E+12', '7,79E+12', '7790001001238.0', '=1+1', '779 | 000'])(
  '%j is no bar code',
  (text) => {
    expect(readBarcode(text)).toBeNull();
    expect(barcodeProblem(text)).toContain('hasta 48');
  },
);

test('a bar code that was read is read as itself', () => {
  const signs = fc.constantFrom(...'0123456789AZaz-./+_$% ');
  const texts = fc.oneof(fc.string({ unit: signs, maxLength: 60 }), fc.stringMatching(/^\d{7,15}$/), fc.string());
  fc.assert(
    fc.property(texts, (text) => {
      const code = readBarcode(text);
      if (code !== null) expect(readBarcode(code)).toBe(code);
    }),
  );
});

test('a code of GS1 with one wrong digit is no bar code', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[1-9]\d{12}$/),
      fc.nat(12),
      fc.integer({ min: 1, max: 9 }),
      (typed, place, more) => {
        const code = Array.from({ length: 10 }, (_, digit) => typed.slice(0, 12) + digit).find((one) =>
          readBarcode(one),
        );
        const digit = (Number(code?.[place]) + more) % 10;
        expect(readBarcode(`${code?.slice(0, place)}${digit}${code?.slice(place + 1)}`)).toBeNull();
      },
    ),
  );
});

test('zeros that a spreadsheet removed are restored only where the check digit shows it', () => {
  expect(restoredZeros('36000291452')).toBe('036000291452');
  expect(restoredZeros('1234565')).toBe('01234565');
  expect(['36000291453', '12345', '7790001001238', 'A1234567'].map(restoredZeros)).toEqual([null, null, null, null]);
});
