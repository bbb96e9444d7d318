import { expect, test } from 'vitest';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { BulkCells, BulkColumn } from '#shared/bulk/layout/columns.ts';
import { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';
import { readBulkFile } from '#test/texts/read-bulk-file.ts';

const ZIPS = new Map([
  ['2000', ['S' as const]],
  ['1900', ['B' as const]],
]);

function sheetOf(cells: Partial<BulkCells>, doubts: BulkRow['doubts'] = []): BulkSheet {
  const sheet = new BulkSheet({ reverseLogistics: false, fulfillment: false, zips: ZIPS });
  sheet.add([{ row: 2, cells: bulkCells(1, cells), problems: [], doubts }]);
  sheet.check();
  return sheet;
}

const doubtful = (sheet: BulkSheet) => sheet.doubtsOf(2).map(({ column }) => column);
const keep = (sheet: BulkSheet, column: BulkColumn) =>
  sheet.edit(2, column, sheet.rows().find(({ row }) => row === 2)?.cells[column] ?? '');

const TWO_PHONES = { telefono: '455-0101 455-0202' };
const PLACE = { cp: '2000', provincia: 'Santa Fe (Rafaela)' };

test('a doubtful value that a person keeps is settled, whatever happens to the other cells', () => {
  const sheet = sheetOf({ ...TWO_PHONES, largo_cm: '0,5' });
  expect(doubtful(sheet)).toEqual(['telefono', 'largo_cm']);
  expect(keep(sheet, 'telefono')).toEqual([2]);
  expect(doubtful(sheet)).toEqual(['largo_cm']);
  sheet.edit(2, 'nombre', 'Ana');
  sheet.edit(2, 'nro_orden', 'OTRA-1');
  expect(doubtful(sheet)).toEqual(['largo_cm']);
  keep(sheet, 'largo_cm');
  expect(sheet.counts()).toMatchObject({ badRows: 0, doubtfulRows: 0 });
});

test('a settled doubt returns with another value of its cell, and of the cell that it follows from', () => {
  const sheet = sheetOf({ ...TWO_PHONES, ...PLACE });
  keep(sheet, 'telefono');
  keep(sheet, 'provincia');
  expect(doubtful(sheet)).toEqual([]);
  sheet.edit(2, 'telefono', '455-0101 455-0303');
  expect(doubtful(sheet)).toEqual(['telefono']);
  sheet.edit(2, 'provincia', 'Buenos Aires (Provincia)');
  sheet.edit(2, 'cp', '1900');
  expect(doubtful(sheet)).toEqual(['telefono', 'provincia']);
});

test('a doubt about a name doesn’t return with another last name, but one about that last name comes', () => {
  const sheet = sheetOf({ nombre: '王小明', apellido: 'Paz' });
  expect(doubtful(sheet)).toEqual(['nombre']);
  keep(sheet, 'nombre');
  sheet.edit(2, 'apellido', 'Paz Soria');
  expect(doubtful(sheet)).toEqual([]);
  sheet.edit(2, 'apellido', '王');
  expect(doubtful(sheet)).toEqual(['apellido']);
});

test('doubts that a person settled stay so in the rows that remain after the others were sent', () => {
  const sheet = sheetOf({ ...TWO_PHONES, email: 'sin arroba' });
  keep(sheet, 'telefono');
  expect(sheet.rest().doubtsOf(2)).toEqual([]);
});

test('a cell has all its doubts, what may be lost on the label before how the file was read', () => {
  const reason = 'Separamos «王小明 Paz Soria». Revisá nombre y apellido';
  const guessed = (column: BulkColumn) => ({ row: 2, column, value: '', reason });
  const sheet = sheetOf({ nombre: '王小明', apellido: 'Paz Soria' }, [guessed('nombre'), guessed('apellido')]);
  expect(sheet.doubtsOf(2).map((doubt) => [doubt.column, doubt.reason])).toEqual([
    ['nombre', 'La etiqueta no puede imprimir todas las letras del nombre: saldrían signos de pregunta.'],
    ['nombre', reason],
    ['apellido', reason],
  ]);
});

test('both parts of a divided name are one doubt, settled by either', () => {
  const reason = 'Separamos «Lucía Soledad Benítez». Revisá nombre y apellido';
  const guessed = (column: BulkColumn, why: string = reason) => ({ row: 2, column, value: '', reason: why });
  const marks = [guessed('nombre'), guessed('apellido'), guessed('calle', 'Dice otra cosa')];
  for (const column of ['nombre', 'apellido'] as const) {
    const sheet = sheetOf({}, marks);
    keep(sheet, column);
    expect(doubtful(sheet)).toEqual(['calle']);
  }
  const corrected = sheetOf({}, marks);
  corrected.edit(2, 'nombre', 'Lucía Soledad');
  expect(doubtful(corrected)).toEqual(['apellido', 'calle']);
});

test('the parts of a divided address are settled one by one', () => {
  const same = (column: BulkColumn) => ({ row: 2, column, value: '', reason: 'Separamos «Mitre 120 3». Revisalo' });
  const sheet = sheetOf({}, [same('calle'), same('altura')]);
  keep(sheet, 'calle');
  expect(doubtful(sheet)).toEqual(['altura']);
});

test('a cell has all its errors, without those of the contract that follow from them', () => {
  const sheet = new BulkSheet({ reverseLogistics: false, fulfillment: false });
  const unread = (column: BulkColumn | null, reason: string) => ({ row: 3, column, value: '', reason });
  const problems = [unread(null, 'Una comilla'), unread(null, 'Más celdas'), unread('cp', 'Un carácter ilegible')];
  sheet.add([
    { row: 2, cells: bulkCells(1, { envio: '1' }), problems: [] },
    { row: 3, cells: bulkCells(1, { envio: '2', cp: '12' }), problems },
  ]);
  sheet.check();
  expect(sheet.problemsOf(3).map(({ column, reason }) => `${column}: ${reason}`)).toEqual([
    'null: Una comilla',
    'null: Más celdas',
    'cp: Un carácter ilegible',
    'cp: No coincide con la fila 2, que es de la misma orden',
  ]);
});

test('rows with their numbers keep their open and their settled doubts when they are read again', async () => {
  const reason = 'Separamos «Lucía Soledad Benítez». Revisá nombre y apellido';
  const sheet = sheetOf({ ...TWO_PHONES, largo_cm: '0,5' }, [{ row: 2, column: 'apellido', value: '', reason }]);
  keep(sheet, 'telefono');
  const again = new BulkSheet({ reverseLogistics: false, fulfillment: false });
  again.add((await readBulkFile(sheet.csv())).rows);
  again.check();
  expect(doubtful(again)).toEqual(['largo_cm', 'apellido']);
  expect(again.doubtsOf(2)[1]?.reason).toBe('El archivo se podía leer de más de una manera. Revisalo');
  expect(doubtful(sheetOf(TWO_PHONES))).toEqual(['telefono']);
  expect(sheet.csv('all', { numbered: false })).not.toContain('dudas');
});

test('words in a column «dudas» that name no column mean nothing', async () => {
  const cells = bulkCells(1);
  const text = `${[...Object.keys(cells), 'dudas', 'revisado'].join(';')}\n${Object.values(cells).join(';')};es cliente, piso,constructor;sí\n`;
  const [row] = (await readBulkFile(text)).rows;
  expect(row?.doubts?.map(({ column }) => column)).toEqual(['piso']);
  expect(row?.settled).toBeUndefined();
});

test('doubts of rows that are sent are counted apart from those of invalid orders', () => {
  const sheet = new BulkSheet({ reverseLogistics: false, fulfillment: false, zips: ZIPS });
  const cells = [TWO_PHONES, { ...TWO_PHONES, email: 'sin arroba' }, {}].map((changes, index) =>
    bulkCells(index, { ...PLACE, provincia: 'Santa Fe', ...changes }),
  );
  sheet.add(cells.map((of, index) => ({ row: index + 2, cells: of, problems: [] })));
  sheet.check();
  expect(sheet.counts()).toMatchObject({ badRows: 1, doubtfulRows: 2, doubtfulGoodRows: 1 });
});
