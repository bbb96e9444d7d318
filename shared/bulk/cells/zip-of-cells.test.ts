import { expect, test } from 'vitest';
import { zipOfCells } from './zip-of-cells.ts';

const EMPTY = { provincia: '', localidad: '', barrio: '' };

test.each(['1900 ( )', '1900 (.)', '1900 - . -', '1900/.'])(
  'signs behind a postal code are no place, where the row names none either: %j',
  (cp) => {
    expect(zipOfCells({ ...EMPTY, cp })).toBeNull();
    expect(zipOfCells({ ...EMPTY, cp, localidad: '.' })).toBeNull();
  },
);

test('a place behind a postal code is one of the row', () => {
  expect(zipOfCells({ ...EMPTY, cp: '1900. La Plata', localidad: 'La Plata' })?.digits).toBe('1900');
  expect(zipOfCells({ ...EMPTY, cp: '1900 La Plata', localidad: 'Gonnet' })).toBeNull();
});
