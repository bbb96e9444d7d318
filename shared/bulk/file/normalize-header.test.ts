import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeHeader, repeatedLabels, uniqueHeaders } from './normalize-header.ts';

test.each([
  [
    ['Estado', 'Estado'],
    ['Estado', 'Estado 2'],
  ],
  [
    ['Estado', 'Estado', 'Estado 2'],
    ['Estado', 'Estado 3', 'Estado 2'],
  ],
])('%j become %j', (headers, unique) => {
  expect(uniqueHeaders(headers)).toEqual(unique);
});

test('columns with equal headers are told apart by their letters, as unique headers are by numbers', () => {
  const headers = ['Cliente', 'Localidad', 'Peso (kg)', '', '', ...Array.from({ length: 22 }, (_, n) => `Extra ${n}`)];
  expect(Object.fromEntries(repeatedLabels([...headers, 'LOCALIDAD', 'Peso (g)']))).toEqual({
    Localidad: 'Localidad (columna B)',
    'LOCALIDAD 2': 'LOCALIDAD (columna AB)',
    'Peso (kg)': 'Peso (kg) (columna C)',
    'Peso (g) 2': 'Peso (g) (columna AC)',
  });
});

test('no two headers of a file are normalised alike, whatever they are', () => {
  const header = fc.constantFrom(
    'Estado',
    'estado',
    'Estado 2',
    'ESTADO (2)',
    'Estado 3',
    'Peso (g',
    'Peso',
    'peso 2',
    '',
  );
  fc.assert(
    fc.property(fc.array(header, { maxLength: 12 }), (headers) => {
      const keys = uniqueHeaders(headers).map(normalizeHeader);
      const filled = keys.filter((key) => key !== '');
      expect(new Set(filled).size).toBe(filled.length);
      expect(keys.map((key) => key === '')).toEqual(headers.map((name) => name === ''));
    }),
  );
});
