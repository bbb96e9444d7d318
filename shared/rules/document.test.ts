import { expect, test } from 'vitest';
import { documentError, plainDocument, strictDocumentError } from './document.ts';

test.each([
  ['28.456.789', '28456789'],
  ['28-456-789', '28456789'],
  [' 28 456 789\u00a0', '28456789'],
  ['AAF.123 456', 'AAF123456'],
])('%s is stored as %s', (typed, stored) => {
  expect(plainDocument(typed)).toBe(stored);
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
