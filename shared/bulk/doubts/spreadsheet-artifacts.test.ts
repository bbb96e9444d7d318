import { expect, test } from 'vitest';
import { spreadsheetArtifact } from './spreadsheet-artifacts.ts';

const TEXT = { formula: true, date: 'text' } as const;
const FIGURE = { formula: true, date: 'figure' } as const;

test.each([
  ['#¿NOMBRE?', 'error'],
  ['#N/D', 'error'],
  ['#¡DIV/0!', 'error'],
  ['#VALUE!', 'error'],
  ['########', 'error'],
  ['Err:502', 'error'],
  ['#n/d', 'error'],
  ['#GETTING_DATA', 'error'],
  ['#OBTENIENDO_DATOS', 'error'],
  ['=1+1 Gómez', 'fórmula'],
  ['+SUMA(A1:A2)', 'fórmula'],
  ['12-may', 'fecha'],
  ['09-jul-26', 'fecha'],
  ['may-24', 'fecha'],
  ['5,49E+12', 'acortó'],
  ['7.79E+12', 'acortó'],
  ['1E-05', 'acortó'],
])('%s is marked as changed by a spreadsheet', (text, word) => {
  expect(spreadsheetArtifact(text, TEXT)).toContain(word);
});

test.each(['#1001', '#', 'N/D', '+54 9 11 5873-2046', '-', '@casa', '9 de Julio', '12-5', 'E+12', '1E5', '+1+1'])(
  '%s isn’t marked',
  (text) => {
    expect(spreadsheetArtifact(text, FIGURE)).toBeNull();
  },
);

test('an order number may be a month and a year, or a day in numbers', () => {
  for (const number of ['ENE-24', '2026-12-10', '12/05/2026']) {
    expect(spreadsheetArtifact(number, { date: 'number' })).toBeNull();
    expect(spreadsheetArtifact(number, TEXT)).toContain('fecha');
  }
  expect(spreadsheetArtifact('12-may', { date: 'number' })).toContain('fecha');
});
