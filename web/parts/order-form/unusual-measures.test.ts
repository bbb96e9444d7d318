import { expect, test } from 'vitest';
import { unusualMeasures } from './unusual-measures.ts';

const parcel = { weight: 120_000, length: 300, width: 300, height: 300 };

test('Measures above 120 kg or 300 cm are unusual', () => {
  expect(unusualMeasures([parcel])).toEqual([]);
  expect(unusualMeasures([parcel, { ...parcel, weight: 150_500, height: 9999 }])).toEqual([
    'El envío 2 pesa 150.500 g, es decir 150,5 kg.',
    'El envío 2 mide 9.999 cm de alto.',
  ]);
});
