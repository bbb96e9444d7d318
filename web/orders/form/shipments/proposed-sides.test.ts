import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Product } from '#shared/orders/product/products.ts';
import { emptyShipment } from '#web/orders/form/order-values.ts';
import { areUntyped, proposedSides } from './proposed-sides.ts';

const product = (id: number, length: number, width: number, height: number) =>
  [String(id), { id, length, width, height, weight: 100, value: 10 } as Product] as const;

const products = new Map([product(1, 10, 10, 10), product(2, 5, 40, 30), product(3, 9999, 1, 1)]);
const item = (id: number, quantity: number | string) => ({ product_id: String(id), quantity: String(quantity) });

test('units of one product are stacked into a compact box, the longest side first', () => {
  const cubes = (quantity: number) => proposedSides([item(1, quantity)], products);
  expect(cubes(1)).toEqual([10, 10, 10]);
  expect(cubes(2)).toEqual([20, 10, 10]);
  expect(cubes(4)).toEqual([20, 20, 10]);
  expect(cubes(8)).toEqual([20, 20, 20]);
  expect(cubes(7)).toEqual([20, 20, 20]);
  expect(proposedSides([item(2, 3)], products)).toEqual([40, 30, 15]);
});

test('different products are stacked along their shortest sides', () => {
  expect(proposedSides([item(1, 1), item(2, 1)], products)).toEqual([40, 30, 15]);
});

test('nothing is proposed while an item is incomplete, nor for more than fits into a package', () => {
  expect(proposedSides([], products)).toBeNull();
  expect(proposedSides([item(1, 1), { product_id: '', quantity: '1' }], products)).toBeNull();
  expect(proposedSides([item(1, '')], products)).toBeNull();
  expect(proposedSides([item(1, 501)], products)).toBeNull();
  const stack = new Map([product(4, 9999, 9999, 9999)]);
  expect(proposedSides([item(4, 2)], stack)).toBeNull();
});

const sides = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 1, max: 60 })));

test('a proposed box is as large as its items, and as long as the longest', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(sides, fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 6 }),
      (packed) => {
        const catalogue = new Map(packed.map(([[a = 1, b = 1, c = 1]], index) => product(index + 1, a, b, c)));
        const box = proposedSides(
          packed.map(([, quantity], index) => item(index + 1, quantity)),
          catalogue,
        );
        if (!box) return;
        const volume = packed.reduce((total, [[a = 1, b = 1, c = 1], quantity]) => total + a * b * c * quantity, 0);
        expect(box[0] * box[1] * box[2]).toBeGreaterThanOrEqual(volume);
        const sorted = packed.map(([box]) => [...box].sort((a, b) => b - a));
        for (const index of [0, 1, 2])
          expect(box[index]).toBeGreaterThanOrEqual(Math.max(...sorted.map((one) => one[index] ?? 0)));
      },
    ),
  );
});

test('sides are untyped while they are empty, those of a product, or an accepted proposal', () => {
  const shipment = { ...emptyShipment(), items: [item(2, 2)] };
  const withSides = (length: string, width: string, height: string) => ({ ...shipment, length, width, height });
  expect(areUntyped(shipment, products, null)).toBe(true);
  expect(areUntyped(withSides('5', '40', '30'), products, null)).toBe(true);
  expect(areUntyped(withSides('40', '30', '10'), products, null)).toBe(false);
  expect(areUntyped(withSides('40', '30', '10'), products, [40, 30, 10])).toBe(true);
  expect(areUntyped(withSides('40', '', ''), products, null)).toBe(false);
});
