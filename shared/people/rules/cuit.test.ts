import { expect, test } from 'vitest';
import { cuitDigits, formatCuit, isCuitCheckDigitValid } from './cuit.ts';

const fits = (text: string) => isCuitCheckDigitValid(cuitDigits(text) ?? '');

test.each([
  '20-05536168-2',
  '20-26756539-3',
  '30-70835592-1',
  '30-71234567-1',
  '33-69345023-9',
  '27-12345678-0',
  '20-22222222-3',
  '20-12345676-9',
])('the check digit of %s is valid', (cuit) => {
  expect(fits(cuit)).toBe(true);
  expect(formatCuit(cuit.replaceAll('-', ''))).toBe(cuit);
});

test.each(['20-26756539-2', '20-32216766-6', '2026756539', ''])('the check digit of %s is invalid', (cuit) => {
  expect(fits(cuit)).toBe(false);
});

test('hyphens, dots and spaces are removed, and a CUIT has eleven digits', () => {
  expect(cuitDigits(' 30.70835592 - 1 ')).toBe('30708355921');
  expect(['3070835592', '307083559210', '30-7083559A-1', '+30708355921', ''].map(cuitDigits)).toEqual(
    Array(5).fill(null),
  );
  for (const text of [
    '30–70835592–1',
    '30\u00a070.835.592\u00a01',
    '30708355921.0',
    '30.708.355.921',
    'CUIT 30-70835592-1',
  ]) {
    expect(cuitDigits(text), text).toBe('30708355921');
  }
});

test('a dot that may begin decimals is no part of a CUIT', () => {
  expect(['3070835592.1', '307083559.21', '30.708355.921', '3.070.835.592.1'].map(cuitDigits)).toEqual(
    Array(4).fill(null),
  );
});

test('a text that isn’t a CUIT is shown unchanged', () => {
  expect(formatCuit('sin CUIT')).toBe('sin CUIT');
});
