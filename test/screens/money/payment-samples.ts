import { listPayments, type Payment } from '#shared/money/payments.ts';
import { CONFIRMED, PENDING, paymentStateName } from '#shared/money/rules/payments.ts';
import { listOrders, type OrderRow } from '#shared/orders/orders.ts';
import { sampleReply } from '#test/screens/fake-gateway.ts';

const stateOf = (id: typeof PENDING | typeof CONFIRMED) => ({ id, name: paymentStateName(id) });

/** URL of a checkout. Its hash lets jsdom navigate without leaving the page. */
export const CHECKOUT = 'http://localhost:3000/ordenes#pago';
/** Settings that allow this URL as a checkout. */
export const checkoutSettings = { payment_hosts: ['localhost:3000'] };

/** Payment fields of an order's row. */
export const TO_PAY = {
  payable: true,
  can_generate_merchant_order: true,
  printable: false,
  init_point: null,
  merchant_order: null,
  order_state: { name: 'Pendiente de Pago' },
} satisfies Partial<OrderRow>;
export const IN_PAYMENT = {
  payable: true,
  can_generate_merchant_order: false,
  printable: false,
  init_point: CHECKOUT,
  merchant_order: { id: 77, state: stateOf(PENDING) },
  order_state: { name: 'Pendiente de Pago' },
} satisfies Partial<OrderRow>;
export const PAID = {
  payable: false,
  can_generate_merchant_order: false,
  printable: true,
  init_point: null,
  merchant_order: { id: 78, state: stateOf(CONFIRMED) },
  order_state: { name: 'Registrado' },
} satisfies Partial<OrderRow>;

/** Builds a page of the orders list: orders G-1, G-2 and so on, at 1.500,50 each. */
export function listedOrders(...rows: Partial<OrderRow>[]) {
  const sample = sampleReply(listOrders, rows.length);
  const results = sample.results.map((row, index) => ({
    ...row,
    order_id: `G-${index + 1}`,
    rate_value: 1500.5,
    ...rows[index],
  }));
  return { ...sample, results };
}

/** An open payment of two orders. */
export const OPEN_PAYMENT: Payment = {
  id: 77,
  date: '2026-06-10T10:30:00-03:00',
  state: stateOf(PENDING),
  amount: 3001,
  currency: 'ARS',
  orders: [
    { order_id: 'G-1', tracking_id: 'K7M2P9QX4RT' },
    { order_id: 'G-2', tracking_id: 'K7M2P9QX4RB' },
  ],
  init_point: CHECKOUT,
  payable: true,
  cancelable: true,
  blocked: {},
  detail: null,
  attention: null,
};

/** Builds a page of the payments list. */
export const listedPayments = (...results: Payment[]) => ({
  ...sampleReply(listPayments, results.length),
  results,
});
