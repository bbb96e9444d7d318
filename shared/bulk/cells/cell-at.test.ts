import { expect, test } from 'vitest';
import { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { splitAddress } from '#shared/bulk/shops/split-address.ts';
import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';
import { readBulkFile } from '#test/texts/read-bulk-file.ts';
import { plainCell } from './cell-at.ts';

const flags = { reverseLogistics: false, fulfillment: false };

test.each([
  ["'1425", '1425'],
  ["'0011", '0011'],
  ['’1425', '1425'],
  ['="1425"', '1425'],
  ['="C1425ABC"', 'C1425ABC'],
  ["'+54 11 5873 2046", '+54 11 5873 2046'],
  ["'-3", '-3'],
  ["'=A1", '=A1'],
  ["'", ''],
  ["'t Hooft", "'t Hooft"],
  ["O'Higgins", "O'Higgins"],
  ['="a"&"b"', 'a"&"b'],
])('the cell %s contains %s', (cell, text) => {
  expect(plainCell(cell)).toBe(text);
});

test('a line break within a value is a blank, except in texts of several lines', () => {
  expect(plainCell('Av. Mitre\r\n 120')).toBe('Av. Mitre 120');
  expect(plainCell('Ana\tPaz\n')).toBe('Ana Paz');
  expect(plainCell('timbre 2\nal fondo', { lines: true })).toBe('timbre 2\nal fondo');
});

test('marks of programs and line breaks in cells are no errors, in a file and in a corrected cell', async () => {
  const cells = bulkCells(1, { cp: "'5000", telefono: '="3516124480"', calle: 'Bv.\nChacabuco', peso_g: "'900" });
  const { rows } = await readBulkFile(bulkText([cells]));
  expect(rows[0]?.cells).toMatchObject({ cp: '5000', telefono: '3516124480', calle: 'Bv. Chacabuco', peso_g: '900' });
  const sheet = new BulkSheet(flags);
  sheet.add(rows);
  sheet.check();
  expect(sheet.problems()).toEqual([]);
  sheet.edit(2, 'cp', 'x');
  expect(sheet.problems()).toHaveLength(1);
  sheet.edit(2, 'cp', "'5000\n");
  expect(sheet.problems()).toEqual([]);
});

test('a cell with many blanks is read in its length, not in its square, which would exceed the time of a test', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(plainCell(`a${blanks}b\n`)).toBe(`a${blanks}b`);
  expect(splitAddress({ street: `Mitre${blanks}120` }).cells).toMatchObject({ calle: 'Mitre', altura: '120' });
});
