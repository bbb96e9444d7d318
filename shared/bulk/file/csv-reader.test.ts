import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import { BulkSheet } from '#shared/bulk/rows/sheet.ts';
import { CORPUS_ROWS, corpus, type ExpectedResult } from '#test/texts/bulk-corpus.ts';
import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';
import { readBulkFile } from '#test/texts/read-bulk-file.ts';
import type { BulkRow } from './csv-reader.ts';
import { type BulkFile, openBulkFile } from './open-bulk-file.ts';

const CORPUS = corpus(50);
const LIMITS = { rows: CORPUS_ROWS, bytes: 50 * 1024 * 1024 };

const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

async function read(content: string | Uint8Array, sizes = () => 65_536): Promise<BulkFile & { all: BulkRow[] }> {
  const { file, rows } = await readBulkFile(content, { limits: LIMITS, sizes });
  return { ...file, all: rows };
}

async function verdictOf(content: string | Uint8Array, sizes?: () => number): Promise<ExpectedResult> {
  try {
    const { all } = await read(content, sizes);
    const sheet = new BulkSheet({ reverseLogistics: false, fulfillment: false });
    sheet.add(all);
    sheet.check();
    const { orders, badOrders, badRows } = sheet.counts();
    return { orders: orders - badOrders, ...(badRows > 0 && { wrong: badRows }) };
  } catch (error) {
    if (error instanceof CsvFileError) return error.code;
    throw error;
  }
}

describe('the reader’s result for a file', () => {
  test.each(CORPUS)('%s', async (_name, content, verdict) => {
    expect(await verdictOf(content())).toEqual(verdict);
  });
});

test('the size of the chunks doesn’t change the result', async () => {
  const small = CORPUS.map(([name, content]) => ({ name, bytes: bytesOf(content()) })).filter(
    ({ bytes }) => bytes.length < 5000,
  );
  expect(small.length).toBeGreaterThan(40);
  for (const { name, bytes } of small) {
    const whole = await verdictOf(bytes);
    expect({ name, verdict: await verdictOf(bytes, () => 1) }).toEqual({ name, verdict: whole });
    expect({ name, verdict: await verdictOf(bytes, () => 1 + Math.floor(Math.random() * 9)) }).toEqual({
      name,
      verdict: whole,
    });
  }
});

test('every text is read back from every encoding and delimiter', async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .filter((value) => !/[\0\uFFFD]/.test(value) && value.isWellFormed());
  const form = fc.record({ delimiter: fc.constantFrom(';', ',', '\t'), newline: fc.constantFrom('\r\n', '\n') });
  await fc.assert(
    fc.asyncProperty(cell, form, fc.integer({ min: 1, max: 40 }), async (observaciones, how, size) => {
      const quoted = `"${observaciones.replaceAll('"', '""')}"`;
      const text = bulkText([bulkCells(1, { observaciones: 'AQUI', calle: 'Ñ' })], how).replace('AQUI', () => quoted);
      const { all } = await read(text, () => size);
      expect(all.map(({ cells }) => cells.observaciones)).toEqual([
        observaciones
          .trim()
          .replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, '')
          .trim(),
      ]);
    }),
    { numRuns: 300 },
  );
});

test('rows are numbered as in a spreadsheet', async () => {
  const rows = [bulkCells(1, { observaciones: 'dos\r\nlíneas' }), bulkCells(2), bulkCells(3)];
  const { all } = await read(`\r\n${bulkText(rows).replace('M-2', '\r\n\r\nM-2').replace('\r\n\r\nM-2', '\r\nM-2')}`);
  expect(all.map(({ row, cells }) => [row, cells.nro_orden])).toEqual([
    [3, 'M-1'],
    [5, 'M-2'],
    [6, 'M-3'],
  ]);
});

test('the result contains the encoding and the delimiter', async () => {
  const latin = await read(Buffer.from(bulkText([bulkCells(1, { nombre: 'Íñigo' })], { delimiter: ',' }), 'latin1'));
  expect([latin.delimiter, latin.layout.kind, latin.all[0]?.cells.nombre]).toEqual([',', 'template', 'Íñigo']);
});

test('rows come one by one, so that a server can do something else between two of them', async () => {
  const text = bulkText([bulkCells(1), bulkCells(2), bulkCells(3)]);
  const whole = (async function* () {
    yield bytesOf(text);
  })();
  const { rows } = await openBulkFile(whole, { limits: LIMITS });
  const sizes: number[] = [];
  for await (const part of rows) sizes.push(part.length);
  expect(sizes).toEqual([1, 1, 1]);
});
