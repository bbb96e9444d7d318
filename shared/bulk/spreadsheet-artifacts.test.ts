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

test('a date is refused in a number’s column and accepted in a text, and an order number may be a month and a year', () => {
  expect(spreadsheetArtifact('12/05/2026', FIGURE)).toContain('fecha');
  expect(spreadsheetArtifact('12/05/2026', TEXT)).toBeNull();
  for (const day of [
    '2026-12-10',
    '2026/12/10',
    '25-12-2026',
    '25.12.26',
    '2026-12-10 00:00:00',
    '2026-12-10T03:00:00.000Z',
  ]) {
    expect(spreadsheetArtifact(day, FIGURE)).toContain('fecha');
    expect(spreadsheetArtifact(day, TEXT)).toBeNull();
  }
  expect(spreadsheetArtifact('ENE-24', { date: 'number' })).toBeNull();
  expect(spreadsheetArtifact('12-may', { date: 'number' })).toContain('fecha');
});
