import { describe, expect, test } from 'vitest';
import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import { checkOrder } from '#shared/bulk/rows/check-order.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';

const flags = { reverseLogistics: false, fulfillment: false };

const check = (column: BulkColumn, value: string) =>
  checkOrder([{ row: 2, cells: bulkCells(1, { [column]: value }), problems: [] }], flags);

describe.each(['#N/D', '#N/A', '#¡REF!', '#VALUE!', '#DIV/0!'])('the error value %s of a spreadsheet', (value) => {
  test.each(BULK_COLUMNS)('is refused in the column %s', (column) => {
    const reason = 'Es un error de la planilla. Poné el dato que va acá';
    expect(check(column, value).problems).toContainEqual({ row: 2, column, value, reason });
  });
});

test.each(['nombre', 'calle', 'barrio', 'observaciones'] as const)('+1+1 is text in the column %s', (column) => {
  expect(check(column, '+1+1').problems).toEqual([]);
});

test.each(['1001.0', '1001,00', '20261128.0'])('the order number %s got its decimals from a program', (value) => {
  const reason = 'La planilla le agregó decimales. Poné el número sin ellos, con la celda como texto';
  expect(check('nro_orden', value).problems).toEqual([{ row: 2, column: 'nro_orden', value, reason }]);
});

test.each(['1001', '1.001', 'V1.0', '1001-0', '10.01'])('%s is an order number', (value) => {
  expect(check('nro_orden', value).problems).toEqual([]);
});

test('observations may begin with any sign and mention an error value', () => {
  for (const text of ['=1+1', '- timbre 2', 'Dice #N/D en el portero']) {
    expect(check('observaciones', text).order?.receiver.address.other_info).toBe(text);
  }
});

test.each(['largo_cm', 'ancho_cm', 'alto_cm', 'peso_g', 'valor', 'cantidad'] as const)(
  '+1+1 is refused in the column %s, which needs a number',
  (column) => {
    expect(check(column, '+1+1').problems).toContainEqual({
      row: 2,
      column,
      value: '+1+1',
      reason: 'Ingresá un número',
    });
  },
);

test('a product whose SKU looks like a changed number is one all the same', () => {
  const skuErrors = (products?: ReadonlyMap<string, { weight: number; value: number }>) => {
    const cells = bulkCells(1, { sku: '12E-34', cantidad: '1' });
    return checkOrder([{ row: 2, cells, problems: [] }], { ...flags, ...(products && { products }) }).problems;
  };
  expect(skuErrors()).toMatchObject([{ column: 'sku', value: '12E-34' }]);
  expect(skuErrors(new Map([['12e-34', { weight: 100, value: 1 }]]))).toEqual([]);
});
