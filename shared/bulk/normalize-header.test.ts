import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeHeader, uniqueHeaders } from './normalize-header.ts';

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
