import { expect, test } from 'vitest';
import { readReceiptFile } from './receipt-file.ts';

const read = (text: string, changes: object = {}) =>
  readReceiptFile(text, { name: 'remito.csv', client: '7', today: '2026-11-26', ...changes });

test('a file names its columns in any order, and days as spreadsheets write them', () => {
  const [row] = read('Lote;Unidades;SKU;Vencimiento;Remito\nL1;5;MATE-1;3/1/2027;R-9\n');
  expect(row).toEqual({
    id: 'R-9',
    source: 'remito.csv, fila 2',
    result: 'new',
    reason: null,
    cells: { sku: 'MATE-1', lot: 'L1', units: '5', expiry: '2027-01-03', criticality: '', description: '' },
  });
});

test('the same row counts once a day for a client, and equal rows of one file count each', () => {
  const ids = (text: string, changes: object = {}) => read(text, changes).map(({ id }) => id);
  const header = 'sku,lote,unidades\n';
  const [first, second] = ids(`${header}A,L,1\nA,L,1\n`);
  expect(first).not.toBe(second);
  expect(ids(`${header}B,L,9\nA,L,1\n`)[1]).toBe(first);
  expect(ids(`${header}A,L,1\n`, { client: '8' })).not.toContain(first);
  expect(ids(`${header}A,L,1\n`, { today: '2026-11-27' })).not.toContain(first);
});

test.each([
  ['', 'Falta la columna sku, lote, unidades. La primera fila lleva sku, lote y unidades'],
  ['sku;lote\nA;L\n', 'Falta la columna unidades. La primera fila lleva sku, lote y unidades'],
  ['sku;lote;unidades\n', 'El archivo no tiene ninguna fila'],
  [`sku;lote;unidades\n${'A;L;1\n'.repeat(2001)}`, 'El archivo tiene más de 2.000 filas. Dividilo y cargá las partes'],
])('an unreadable file says what to do', (text, message) => {
  expect(() => read(text)).toThrow(message);
});
