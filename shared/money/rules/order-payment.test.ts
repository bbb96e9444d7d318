import { expect, test } from 'vitest';
import { type OrderToPay, orderNotPayableReason, orderPaymentActions } from './order-payment.ts';

const order = (changes: Partial<OrderToPay> = {}): OrderToPay => ({
  payable: true,
  can_generate_merchant_order: true,
  init_point: null,
  order_state: { name: 'Pendiente de Pago' },
  merchant_order: null,
  ...changes,
});
const open = { can_generate_merchant_order: false, init_point: 'https://pay', merchant_order: { state: { id: 54 } } };

test('an order without a payment offers a new payment, no link and no cancellation', () => {
  expect(orderPaymentActions(order())).toEqual({ payLink: null, generate: true, cancel: false });
});

test('an order with an open payment offers its link and its cancellation, and no second payment', () => {
  expect(orderPaymentActions(order(open))).toEqual({ payLink: 'https://pay', generate: false, cancel: true });
  expect(orderNotPayableReason(order(open))).toBe('Esta orden ya tiene un pago generado');
});

test('a payment can be cancelled only if the gateway allows it, for every spelling of the state', () => {
  const cancel = (merchant_order: OrderToPay['merchant_order']) =>
    orderPaymentActions(order({ ...open, merchant_order })).cancel;
  expect(cancel({ state: { id: '54' } })).toBe(true);
  expect(cancel({ state: { id: 54 }, cancelable: true })).toBe(true);
  expect(cancel({ state: { id: 54 }, cancelable: false })).toBe(false);
  expect(cancel({ state: { id: 56 } })).toBe(false);
});

test.each([
  ['an order that isn’t payable', { payable: false }],
  ['an order in another state', { order_state: { name: 'Registrado' } }],
  ['a payment without an address', { init_point: null }],
])('%s has no pay link', (_, changes) => {
  expect(orderPaymentActions(order({ ...open, ...changes })).payLink).toBeNull();
});

test('the state is recognised in every spelling', () => {
  expect(orderPaymentActions(order({ ...open, order_state: { name: 'PENDIENTE DE PAGO' } })).payLink).not.toBeNull();
});

test('a payment can be started only if both flags allow it', () => {
  const made = (payable: boolean, can_generate_merchant_order: boolean) =>
    orderPaymentActions(order({ payable, can_generate_merchant_order })).generate;
  expect([made(true, true), made(true, false), made(false, true), made(false, false)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['CANCELADO', null, 'No se puede pagar: la orden está cancelada'],
  ['Registrado', { state: { id: 56 } }, 'Esta orden ya está pagada'],
  ['Expirado', { state: { id: 41 } }, 'No se puede pagar: los envíos de la orden ya finalizaron'],
  ['Expirado', { state: { id: 56 } }, 'Esta orden ya está pagada'],
  ['Registrado', null, 'Esta orden no tiene un pago pendiente'],
])('an order that can’t be paid in %s has a reason', (name, merchant_order, why) => {
  expect(orderNotPayableReason(order({ payable: false, order_state: { name }, merchant_order }))).toBe(why);
});
