import { expect, test } from 'vitest';
import { billedWeight, volumetricGrams } from './volumetric-weight.ts';

const shipment = (heightCm: number, widthCm: number, lengthCm: number, grams: number) => ({
  heightCm,
  widthCm,
  lengthCm,
  grams,
});

test('a light and large package is charged by its volume', () => {
  expect(billedWeight(shipment(30, 40, 50, 1000))).toEqual({ billedGrams: 12_000, by: 'volumen' });
});

test('a heavy and small package is charged by its weight', () => {
  expect(billedWeight(shipment(10, 10, 10, 1000))).toEqual({ billedGrams: 1000, by: 'peso' });
});

test('if both weights are equal, the quote names the real weight', () => {
  expect(billedWeight(shipment(10, 10, 50, 1000))).toEqual({ billedGrams: 1000, by: 'peso' });
  expect(billedWeight(shipment(10, 10, 50, 999))).toEqual({ billedGrams: 1000, by: 'volumen' });
});

test('a volumetric weight that exceeds the real weight by a fifth of a gram is rounded up', () => {
  expect(volumetricGrams(shipment(1, 1, 501, 1))).toBe(101);
  expect(billedWeight(shipment(1, 1, 501, 100))).toEqual({ billedGrams: 101, by: 'volumen' });
  expect(billedWeight(shipment(1, 1, 499, 100))).toEqual({ billedGrams: 100, by: 'peso' });
});

test('the largest package of the forms is computed exactly', () => {
  expect(volumetricGrams(shipment(9999, 9999, 9999, 1))).toBe(Math.ceil(999_700_029_999 / 5));
});
