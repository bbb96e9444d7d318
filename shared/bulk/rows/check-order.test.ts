import { describe, expect, test } from 'vitest';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import type { BulkCells } from '#shared/bulk/layout/columns.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';
import { checkOrder } from './check-order.ts';

const RULES = { reverseLogistics: false, fulfillment: false };

/** Builds rows of one number. */
const rowsOfOneNumber = (count: number, changes: (row: number) => Partial<BulkCells>): BulkRow[] =>
  Array.from({ length: count }, (_, index) => ({
    row: index + 2,
    cells: bulkCells(1, { nro_orden: 'A-1', ...changes(index + 2) }),
    problems: [],
  }));

describe('a file whose rows all have one number', () => {
  test('is told apart into twenty purchases; of further rows only the number is named', () => {
    const rows = rowsOfOneNumber(5000, (row) => ({ nombre: `Ana ${row}`, apellido: `Paz ${row}`, email: 'x' }));
    const { order, problems } = checkOrder(rows, RULES);
    expect(order).toBeNull();
    const columnsOf = (wanted: number) => problems.filter(({ row }) => row === wanted).map(({ column }) => column);
    expect(columnsOf(2)).toEqual(['email']);
    expect(columnsOf(21)).toEqual(['nro_orden', 'email']);
    // Row 22 is the twenty-first purchase.
    for (const row of [22, 1500, 5001]) expect(columnsOf(row), String(row)).toEqual(['nro_orden']);
  });

  test.each([
    [
      'more shipments than twice the limit',
      201,
      (row: number) => ({ envio: String(row) }),
      'Hasta 100 envíos por orden',
    ],
    ['more items than twice the limit', 401, (row: number) => ({ sku: `S${row}` }), 'Hasta 200 ítems por envío'],
  ])('with %s gets this one error', (_, count, changes, reason) => {
    const { order, problems } = checkOrder(
      rowsOfOneNumber(count, (row) => ({ ...changes(row), email: 'x' })),
      RULES,
    );
    expect(order).toBeNull();
    expect(problems.map((problem) => problem.reason)).toEqual([reason]);
  });
});

describe('rows of one order with', () => {
  const shipmentsOf = (...names: string[]) => {
    const rows = rowsOfOneNumber(names.length, (row) => ({
      envio: names[row - 2] as string,
      sku: `S${row}`,
      cantidad: '1',
    }));
    return checkOrder(rows, RULES).order?.shipments.length;
  };

  test.each([
    ['Caja 1', 'Caja\u00a01', 'Caja  1'],
    ['A-1', 'A–1', 'A‑1'],
    ['é1', 'e\u03011', 'é1\u200b'],
    ['1', '1.0', '1,00'],
  ])('shipments %j, %j and %j are one shipment', (...names) => {
    expect(shipmentsOf(...names)).toBe(1);
  });

  test('equal cells are repeated rows, however their shipment is spelled', () => {
    const rows = rowsOfOneNumber(2, (row) => ({
      envio: row === 2 ? 'Caja 1' : 'Caja\u00a01',
      sku: 'S1',
      cantidad: '1',
    }));
    expect(checkOrder(rows, RULES).problems).toMatchObject([
      { row: 3, reason: expect.stringMatching(/^Fila repetida/) },
    ]);
  });

  test('shipments that look different are several', () => {
    expect(shipmentsOf('Caja 1', 'Caja 2', 'caja 1', '')).toBe(4);
  });
});
