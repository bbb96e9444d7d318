import { expect, test } from 'vitest';
import { paymentConfirmText, totalOf } from './payment-action.ts';

const orders = (...costs: number[]) => costs.map((rate_value, id) => ({ id, order_id: `A-${id}`, rate_value }));

test('the confirmation of a payment shows the pesos and the number of orders', () => {
  expect(paymentConfirmText(orders(1200.25, 34.25, 5000))).toBe(
    'Vas a pagar $ 6.234,50 por 3 órdenes. Te llevamos a Mercado Pago para completar el pago.',
  );
  expect(paymentConfirmText(orders(1200))).toBe(
    'Vas a pagar $ 1.200,00 por 1 orden. Te llevamos a Mercado Pago para completar el pago.',
  );
});

test('cents are added without rounding errors', () => {
  expect(totalOf(orders(0.1, 0.2))).toBe(0.3);
});
