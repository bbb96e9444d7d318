import { expect, test } from 'vitest';
import { sheetColumns } from './sheet-columns.ts';

test.each([
  ['Peso', 'Peso (en gramos)'],
  ['Peso (kg)', 'Peso (en gramos)'],
  ['Peso (Kgs.)', 'Peso (en gramos)'],
  ['Peso (en gramos)', 'Peso (en gramos)'],
  ['peso_kg', 'peso (en gramos)'],
  ['Peso en kilos', 'Peso (en gramos)'],
  ['Peso [g]', 'Peso (en gramos)'],
  ['Kilos', 'Peso (en gramos)'],
  ['Peso del packaging', 'Peso del packaging (en gramos)'],
  ['peso_g', 'peso_g'],
])('a weight of the file’s column «%s» is headed «%s»', (given, shown) => {
  expect(sheetColumns(['peso_g', 'valor'], { headerOf: (id) => (id === 'peso_g' ? given : id) })).toEqual([
    { id: 'peso_g', header: shown },
    { id: 'valor', header: 'valor' },
  ]);
});
