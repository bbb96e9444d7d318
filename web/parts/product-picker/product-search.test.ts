import { expect, test } from 'vitest';
import type { Product } from '#shared/products.ts';
import { searchProducts, toSearchable } from './product-search.ts';

const product = (id: number, sku: string, description: string, barcode = ''): Product => ({
  id,
  sku,
  description,
  category: { id: '1', name: 'Otros' },
  value: 100,
  length: 1,
  height: 1,
  width: 1,
  weight: 1,
  active: true,
  barcode,
});

const all = toSearchable([
  product(1, 'TE-10', 'Té verde, para mate frío'),
  product(2, 'MATE-2', 'Mate de algarrobo', '0036000291452'),
  product(3, 'MATE-10', 'Bombilla de alpaca'),
]);

const skus = (typed: string) => searchProducts(all, typed).map(({ sku }) => sku);

test('without a text every product is offered, in the natural order of the SKUs', () => {
  expect(skus('')).toEqual(['MATE-2', 'MATE-10', 'TE-10']);
});

test('words are found in SKU and description, ignoring case and accents', () => {
  expect(skus('TE VÉRDE')).toEqual(['TE-10']);
  expect(skus('alpaca bombilla')).toEqual(['MATE-10']);
});

test('a SKU that begins with the typed text comes before a description that contains it', () => {
  expect(skus('mate')).toEqual(['MATE-2', 'MATE-10', 'TE-10']);
});

test('a scanned bar code finds its product', () => {
  expect(skus('036000291452')).toEqual(['MATE-2']);
});
