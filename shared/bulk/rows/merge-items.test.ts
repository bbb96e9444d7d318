import { expect, test } from 'vitest';
import type { BulkCells } from '#shared/bulk/layout/columns.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';
import { mergeItems } from './merge-items.ts';
import { BulkSheet } from './sheet.ts';

/** Merges rows of order M-1 from row 2 on, none of whose products is in the catalogue, and checks them. */
function mergedSheet(...rows: Partial<BulkCells>[]): BulkSheet {
  const read = rows.map((cells, index) => ({ row: index + 2, cells: bulkCells(1, cells), problems: [] }));
  const sheet = new BulkSheet({ reverseLogistics: false, fulfillment: false });
  sheet.add(mergeItems(read, { products: new Map() }));
  sheet.check();
  return sheet;
}

const blank = Object.fromEntries(Object.keys(bulkCells(1)).map((column) => [column, ''])) as unknown as BulkCells;

test('the values of an order’s items add up, and empty cells contradict nothing', () => {
  const sheet = mergedSheet({ valor: '1000' }, { ...blank, nro_orden: 'M-1', valor: '500', sku: 'X' });
  expect(sheet.problems()).toEqual([]);
  expect(sheet.rows().map(({ cells }) => cells.valor)).toEqual(['1500']);
});

test('two purchases with one number stay apart, and none is sent', () => {
  const sheet = mergedSheet({}, { nombre: 'Juan', apellido: 'Sosa', calle: 'Belgrano', valor: '900' });
  expect(sheet.rows('bad').map(({ cells }) => cells.nombre)).toEqual(['Lucía', 'Juan']);
  expect(sheet.problems()[0]).toMatchObject({ row: 3, column: 'nro_orden' });
});

test.each([{ calle: 'Belgrano' }, { largo_cm: '99' }])(
  'another value of one cell is an error until it is decided: %j',
  (cells) => {
    const sheet = mergedSheet({}, { ...cells, valor: '900' });
    const [column, value] = Object.entries(cells)[0] as [keyof BulkCells, string];
    expect(sheet.problems()).toEqual([
      expect.objectContaining({
        row: 2,
        column,
        reason: `La fila 3 tiene el mismo número y dice «${value}». Revisá cuál vale`,
      }),
    ]);
    sheet.edit(2, column, value);
    expect(sheet.problems()).toEqual([]);
  },
);

test('a repeated row adds nothing and is refused until it is removed', () => {
  const sheet = mergedSheet({ valor: '1000' }, { valor: '1000' });
  expect(sheet.problems()).toEqual([
    expect.objectContaining({ row: 3, reason: expect.stringMatching(/^Fila repetida/) }),
  ]);
  sheet.remove(3);
  expect(sheet.rows('good').map(({ cells }) => cells.valor)).toEqual(['1000']);
});

test('items keep their SKU while the catalogue is unknown', () => {
  const row = { row: 2, cells: bulkCells(1, { sku: 'TZ-1' }), problems: [] };
  expect(mergeItems([row], { products: undefined }).map(({ cells }) => [cells.sku, cells.valor])).toEqual([
    ['TZ-1', '15000'],
  ]);
});

test('a doubt about the value of one row is a doubt about the sum, and goes with the value', () => {
  const doubts = [{ row: 3, column: 'valor' as const, value: '1000000', reason: 'Cantidad «1,000»' }];
  const rows = [
    { row: 2, cells: bulkCells(1, { sku: 'A', valor: '500' }), problems: [] },
    { row: 3, cells: bulkCells(1, { sku: 'B', valor: '1000000' }), problems: [], doubts },
  ];
  expect(mergeItems(rows, { products: new Map() })).toMatchObject([
    { cells: { valor: '1000500' }, doubts: [{ row: 2 }] },
  ]);
  expect(mergeItems(rows, { products: undefined }).map((row) => row.doubts ?? [])).toEqual([[], []]);
});
