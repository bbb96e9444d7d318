import { expect, test } from 'vitest';
import { unusualMeasures } from './unusual-measures.ts';

const shipment = { weight: 120_000, length: 300, width: 100, height: 100 };
const texts = (...given: Parameters<typeof unusualMeasures>) => unusualMeasures(...given).map(({ text }) => text);

test('Measures above 120 kg or 300 cm are unusual', () => {
  expect(texts(shipment)).toEqual([]);
  expect(texts({ ...shipment, weight: 150_500, height: 9999 })).toEqual([
    'pesa 150,5 kg en 300 × 100 × 9.999 cm, menos que la caja vacía',
    'mide 9.999 cm de alto',
  ]);
  expect(texts({ ...shipment, weight: 150_500 })).toEqual(['pesa 150.500 g, es decir 150,5 kg']);
  expect(texts({ ...shipment, weight: null, width: 301 })).toEqual(['mide 301 cm de ancho']);
});

test.each([
  [
    'kilos written as grams, and grams as kilos',
    { weight: 700_000, length: 20, width: 15, height: 10 },
    'más que si fuera de plomo',
  ],
  ['kilos in the place of grams', { weight: 2, length: 30, width: 20, height: 10 }, 'menos que la caja vacía'],
  [
    'millimetres in the place of centimetres',
    { weight: 900, length: 300, width: 200, height: 100 },
    'menos que la caja vacía',
  ],
])('a density that no shipment has is unusual: %s', (_case, measured, words) => {
  expect(unusualMeasures(measured)).toEqual([{ field: 'weight', text: expect.stringContaining(words) }]);
});

test.each([
  ['an envelope', { weight: 10, length: 30, width: 20, height: 1 }],
  ['a pillow', { weight: 600, length: 70, width: 50, height: 20 }],
  ['a lamp shade', { weight: 400, length: 45, width: 45, height: 45 }],
  ['dumbbells', { weight: 20_000, length: 40, width: 20, height: 20 }],
  ['coins', { weight: 5_000, length: 10, width: 10, height: 6 }],
])('%s is usual', (_what, measured) => {
  expect(unusualMeasures(measured)).toEqual([]);
});
