import { expect, test } from 'vitest';
import { shortOrderNumber, wholeNumberLine } from './order-number.ts';

test('an order number of twenty characters stays, one of twenty-one is shortened to twenty and kept in the observations', () => {
  const [fits, long] = ['A'.repeat(20), `${'A'.repeat(20)}B`];
  expect([shortOrderNumber(fits), wholeNumberLine(fits)]).toEqual([fits, '']);
  expect(shortOrderNumber(long)).toMatch(/^A{4}~[0-9a-z]{4}~A{9}B$/);
  expect(wholeNumberLine(long)).toBe(`Orden de la tienda: ${long}`);
});

test('two long numbers that differ in the middle stay different', () => {
  const [one, other] = ['1', '2'].map((digit) => shortOrderNumber(`TIENDA${digit}NUBE-2026-0000123`));
  expect(one).not.toBe(other);
});
