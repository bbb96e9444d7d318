import { expect, test } from 'vitest';
import type { Product } from '#shared/orders/product/products.ts';
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

test('a scanned code picks the product that has it before products that only contain it, and a SKU before a bar code', () => {
  const coded = [
    product(1, '7790001001238-PACK', 'Pack'),
    product(2, 'AZUCAR', 'Azúcar 7790001001238'),
    product(3, 'YERBA', 'Yerba', '7790001001238'),
  ];
  const found = (typed: string, of = coded) => searchProducts(toSearchable(of), typed).map(({ sku }) => sku);
  expect(found('7790001001238')).toEqual(['YERBA', '7790001001238-PACK', 'AZUCAR']);
  expect(found('7790001')).toEqual(['7790001001238-PACK', 'AZUCAR', 'YERBA']);
  expect(found('07790001001238')).toEqual(['YERBA']);
  expect(found('7 790001 001238')[0]).toBe('YERBA');
  expect(found('7790001001238', [...coded, product(4, '7790001001238', 'Otro')])[0]).toBe('7790001001238');
});

test('a product of the gateway that has the code comes before products of the browser that contain it', () => {
  const remote = [product(8, 'CAJA-PACK', 'Caja'), product(9, 'CAJA', 'Caja', '7790001001238')];
  const local = toSearchable([product(1, '7790001001238-PACK', 'Pack')]);
  expect(searchProducts(local, '7790001001238', remote).map(({ id }) => id)).toEqual([9, 1, 8]);
});
