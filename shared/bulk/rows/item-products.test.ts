import { expect, test } from 'vitest';
import { similarSkus } from '#shared/bulk/doubts/similar-sku.ts';
import { catalogueOf } from '#shared/bulk/layout/catalogue.ts';
import type { BulkCells } from '#shared/bulk/layout/columns.ts';
import { money } from '#shared/kit/text/format.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';
import { checkOrder } from './check-order.ts';
import { mergeItems } from './merge-items.ts';

const PRODUCTS = [
  { sku: 'MAN-ROJ-E', weight: 250, value: 8000 },
  { sku: 'TAZA', weight: 300, value: 1500 },
];
const catalogue = { products: catalogueOf(PRODUCTS), similarSku: similarSkus(PRODUCTS) };
const flags = { reverseLogistics: false, fulfillment: false };

const rowsOf = (items: readonly Partial<BulkCells>[]) =>
  items.map((cells, index) => ({ row: index + 2, cells: bulkCells(1, cells), problems: [] }));

/** Reads and checks the rows of one order in a file with prices of single items. */
function read(items: readonly Partial<BulkCells>[], given: Parameters<typeof mergeItems>[1] = catalogue) {
  const rows = mergeItems(rowsOf(items), given);
  const products = given.products && { products: given.products };
  const similarSku = given.similarSku && { similarSku: given.similarSku };
  return { rows, ...checkOrder(rows, { ...flags, ...products, ...similarSku }) };
}

const known = { sku: 'MAN-ROJ-E', cantidad: '1', valor: '8000', peso_g: '' };
const mistyped = { sku: 'MAN-R0J-E', cantidad: '3', valor: '24000', peso_g: '' };

test.each([
  ['beside a known one', [known, mistyped]],
  ['in an order of its own', [mistyped]],
])('an unknown SKU %s is refused with the one that it resembles, and keeps its units', (_where, items) => {
  const { order, problems, rows } = read(items);
  const row = items.length + 1;
  const reason = 'No encontramos ese producto entre los activos. ¿Quisiste decir «MAN-ROJ-E»?';
  expect([order, problems]).toEqual([null, [{ row, column: 'sku', value: 'MAN-R0J-E', reason }]]);
  expect(rows.map(({ cells }) => [cells.sku, cells.cantidad])).toEqual(
    items.map(({ sku, cantidad }) => [sku, cantidad]),
  );
});

test.each([{ sku: 'OTRO-99', cantidad: '2' }, { cantidad: '2' }])(
  'a known product is never lost for a row beside it: %j',
  (other) => {
    const { order, problems } = read([known, { ...other, valor: '500', peso_g: '300' }]);
    expect([order, problems]).toEqual([null, [expect.objectContaining({ row: 3, column: 'sku' })]]);
  },
);

test('an order whose SKUs resemble none of the catalogue is sent with its value, for a person to check', () => {
  const { order, doubts } = read([
    { sku: 'OTRO-99', cantidad: '2', valor: '500' },
    { sku: 'NADA-1', cantidad: '', valor: '900' },
  ]);
  expect(order?.shipments).toMatchObject([{ items_value: 1400, weight: 900, items: [] }]);
  expect(doubts).toEqual([
    {
      row: 2,
      column: 'sku',
      value: '',
      reason: 'Va sin productos, solo con su valor: no encontramos «OTRO-99» × 2, «NADA-1» × 1 entre los activos',
    },
  ]);
});

test('an order of a client without products has no doubt about its SKUs', () => {
  expect(read([{ sku: 'OTRO-99', valor: '500' }], { products: new Map() }).doubts).toEqual([]);
  const step = { products: new Map(), hasCatalogue: true };
  expect(read([{ sku: 'OTRO-99', valor: '500' }], step).doubts).toMatchObject([{ column: 'sku' }]);
});

test('a file’s own value or weight that differs from its products’ is marked, and stays visible', () => {
  const { rows, order, doubts } = read([{ ...known, cantidad: '2', valor: '19998', peso_g: '600' }]);
  expect(rows[0]?.cells).toMatchObject({ valor: '19998', peso_g: '600' });
  expect(order).not.toBeNull();
  expect(doubts).toEqual([
    { row: 2, column: 'peso_g', value: '600', reason: 'El catálogo dice 500 g, y es el peso que se guarda. Revisalo' },
    {
      row: 2,
      column: 'valor',
      value: '19998',
      reason: `El catálogo dice ${money(16_000)}, y es el valor que se guarda. Revisalo`,
    },
  ]);
});

test.each([
  ['the value and weight of the row', [{ ...known, cantidad: '2', valor: '16000', peso_g: '500' }]],
  ['pesos that were rounded', [{ ...known, cantidad: '2', valor: '16000,4', peso_g: '' }]],
  [
    'those of each row',
    [
      { ...known, valor: '8000', peso_g: '250' },
      { sku: 'TAZA', cantidad: '2', valor: '3000', peso_g: '600' },
    ],
  ],
  [
    'those of the shipment in the first row',
    [
      { ...known, valor: '11000', peso_g: '850' },
      { sku: 'TAZA', cantidad: '2', valor: '', peso_g: '' },
    ],
  ],
  ['nothing', [{ ...known, valor: '', peso_g: '' }]],
])('a row that says the same as the catalogue has no doubt: %s', (_what, items) => {
  expect(read(items)).toMatchObject({ problems: [], doubts: [] });
});

test('of several rows only the one with another value is marked', () => {
  const { doubts } = read([known, { sku: 'TAZA', cantidad: '2', valor: '2500', peso_g: '' }]);
  expect(doubts).toMatchObject([{ row: 3, column: 'valor', reason: expect.stringContaining(money(3000)) }]);
});

test.each(['0', '99999999999'])(
  'the value %s of a known product is no error, because the catalogue decides',
  (valor) => {
    const { order, doubts } = read([{ ...known, valor }]);
    expect(order).not.toBeNull();
    expect(doubts).toMatchObject([{ column: 'valor', value: valor }]);
  },
);

test('a price that can’t be read is marked where the catalogue has one', () => {
  const problems = [{ row: 2, column: 'valor' as const, value: 'consultar', reason: 'El precio no es un número' }];
  const cells = bulkCells(1, { ...known, valor: 'consultar' });
  const rows = mergeItems([{ row: 2, cells, problems }], catalogue);
  const { order, doubts } = checkOrder(rows, { ...flags, ...catalogue });
  expect(order).not.toBeNull();
  expect(doubts).toEqual([
    { row: 2, column: 'valor', value: 'consultar', reason: 'El precio «consultar» no se usa: vale el del catálogo' },
  ]);
});

test('a SKU that two active products of another gateway have, in spellings that look the same, is refused', () => {
  const alike = catalogueOf([...PRODUCTS, { sku: 'taza', weight: 900, value: 100 }]);
  const reasonsOf = (sku: string) =>
    read([{ ...known, sku }], { products: alike }).problems.map(({ reason }) => reason);
  for (const sku of ['TAZA', 'Taza']) {
    expect(reasonsOf(sku)).toEqual([
      'Tenés dos productos activos con un SKU que se ve igual. Cambiá el de uno, o desactivalo',
    ]);
  }
  expect(reasonsOf('MAN-ROJ-E')).toEqual([]);
});
