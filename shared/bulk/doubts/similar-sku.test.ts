import { expect, test } from 'vitest';
import { catalogueOf } from '#shared/bulk/layout/catalogue.ts';
import { checkOrder } from '#shared/bulk/rows/check-order.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';
import { similarSkus } from './similar-sku.ts';

const product = (sku: string) => ({ sku, weight: 300, value: 1500 });
const catalogue = (...skus: string[]) => catalogueOf(skus.map(product));

test('an unknown SKU of a file is refused with the only one of the catalogue that it resembles', () => {
  const products = catalogue('MATE-Imperial', 'REM-001', 'REM-002');
  const reasonOf = (sku: string) => {
    const row = { row: 2, cells: bulkCells(1, { sku }), problems: [] };
    const rules = { reverseLogistics: false, fulfillment: false, products, similarSku: similarSkus(products.values()) };
    return checkOrder([row], rules).problems.map(({ reason }) => reason);
  };
  expect(reasonOf('mate-imperail')).toEqual([
    'No encontramos ese producto entre los activos. ¿Quisiste decir «MATE-Imperial»?',
  ]);
  for (const sku of ['REM-003', 'BOMBILLA'])
    expect(reasonOf(sku)).toEqual(['No encontramos ese producto entre los activos']);
});

test('a short SKU resembles none', () => {
  expect(similarSkus([product('A'), product('AB')])('C')).toBeNull();
});

test('only the first unknown SKUs of a file are compared with the whole catalogue', () => {
  const similar = similarSkus([product('MATE-IMPERIAL')]);
  expect(similar('MATE-IMPERIAX')).toBe('MATE-IMPERIAL');
  for (let n = 0; n < 100; n++) similar(`OTRO-${n}`);
  expect(similar('MATE-IMPERIAY')).toBeNull();
  expect(similar('mate-imperiax')).toBe('MATE-IMPERIAL');
});
