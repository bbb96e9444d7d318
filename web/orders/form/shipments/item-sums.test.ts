import { expect, test } from 'vitest';
import type { Product } from '#shared/orders/product/products.ts';
import { sumsAreComplete, sumsOfItems } from './item-sums.ts';

const product = (id: number, weight: number, value: number): [string, Product] => [
  String(id),
  {
    id,
    sku: `P-${id}`,
    description: 'Producto',
    category: { id: '1', name: 'Otros' },
    value,
    length: 10,
    height: 10,
    width: 10,
    weight,
    active: true,
  },
];
const products = new Map([product(1, 300, 0.1), product(2, 150, 1234.5)]);
const item = (product_id: string, quantity: string) => ({ product_id, quantity });

test('weight and value of items are the sums of product times quantity', () => {
  expect(sumsOfItems([item('1', '2'), item('2', '1')], products)).toEqual({ weight: 750, value: 1234.7 });
});

test('three items of ten cents are thirty cents', () => {
  expect(sumsOfItems([item('1', '1'), item('1', '1'), item('1', '1')], products).value).toBe(0.3);
});

test('an item without quantity or a known product adds nothing and leaves the sums incomplete', () => {
  for (const open of [item('', '1'), item('1', ''), item('1', '0'), item('1', 'dos'), item('9', '1')]) {
    expect(sumsOfItems([item('2', '1'), open], products).weight).toBe(150);
    expect(sumsAreComplete([item('2', '1'), open], products)).toBe(false);
  }
  expect(sumsAreComplete([item('1', '9.999')], products)).toBe(true);
});
