import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentError, partOfDocument, plainDocument, strictDocumentError } from './document.ts';

test.each([
  ['28.456.789', '28456789'],
  ['28,456,789', '28456789'],
  ['28-456-789', '28456789'],
  [' 28 456 789\u00a0', '28456789'],
  ['28\u202f456\u202f789', '28456789'],
  ['2845 6789', '28456789'],
  ['２８４５６７８９', '28456789'],
  ['28456\u200b789', '28456789'],
  ['5111222.0', '5111222'],
  ['5111222,00', '5111222'],
  ['5.111.222,0', '5111222'],
  ['5,111,222.00', '5111222'],
  ['DNI 28.456.789', '28456789'],
  ['D.N.I. N° 28456789', '28456789'],
  ['AAF.123 456', 'AAF123456'],
  ['AB-123456', 'AB123456'],
  ['5.111.222-K', '5111222K'],
  ['s/d', 'S/D'],
  ['DNI: s/d', 'S/D'],
  ['28456789.', '28456789'],
  ['-', ''],
  ['20–12345678–3', '20123456783'],
  ['20 12.345.678 3', '20123456783'],
  ['20123456783.0', '20123456783'],
  ['CUIT: 20-12345678-3', '20123456783'],
])('%s is stored as %s', (typed, stored) => {
  expect(plainDocument(typed)).toBe(stored);
});

test('the beginning of a document is searched without its signs', () => {
  expect(['28.4', '28.456.', '28-456-7', 'aaf 1'].map(partOfDocument)).toEqual(['284', '28456', '284567', 'aaf1']);
});

const SIGNS = 'Escribí el documento sin puntos, comas ni guiones, por ejemplo 28456789';

test.each([
  '5111222.5',
  '511122.25',
  '5.111.22',
  '5111.222.0.0',
  '5.111.222-0',
  '511-12-22',
  '5111222 0',
  '12,34,567',
  'AB1234.5',
  '5,11E+06',
  '2012345678.3',
  '&#60',
  '28456789²',
  '284/5678',
])('%s is refused, because its signs may not be thousands', (typed) => {
  expect(documentError(plainDocument(typed))).toBe(SIGNS);
});

test('a document as it is stored has the digits of the typed one, without decimals of zero', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,- AK') });
  fc.assert(
    fc.property(typed, (text) => {
      const stored = plainDocument(text);
      if (documentError(stored) !== null) return;
      const digits = (value: string) => value.replace(/[^0-9]/g, '');
      expect(digits(text)).toMatch(new RegExp(`^${digits(stored)}0{0,2}$`));
      expect(digits(stored).length === digits(text).length || /[.,]00?\D*$/.test(text)).toBe(true);
      expect(plainDocument(stored)).toBe(stored);
    }),
  );
});

const CUIT = 'Ingrese hasta 8 caracteres, o un CUIT válido de 11 dígitos';

test.each([
  ['28456789', null],
  ['AB123456', null],
  ['S/D', null],
  ['malo', 'El documento debe tener números'],
  ['123456789', 'Ingrese hasta 8 caracteres'],
  ['30708355921', null],
  ['30708355920', CUIT],
  ['307083559211', 'Ingrese hasta 8 caracteres'],
])('the document %s: %s', (document, problem) => {
  expect(documentError(document)).toBe(problem);
});

test('a CUIT is refused as a document in strict mode', () => {
  expect(strictDocumentError('30708355921')).toBe('Ingrese hasta 8 caracteres');
  expect(strictDocumentError('28456789')).toBeNull();
});
