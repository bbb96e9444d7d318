import { dollarAmount, pluralize } from '#shared/format.ts';

/** An order as it is paid; `rate_value` in pesos. */
export interface OrderInPayment {
  id: number;
  order_id: string;
  rate_value: number;
}

/** Something that a sender does about money, and is asked about before. */
export type PaymentAction =
  | { kind: 'generate'; orders: readonly OrderInPayment[] }
  /** The payment's id, or an order of it where the gateway keeps the id to itself; `of` is how the question names it. */
  | { kind: 'cancel'; payment: { id: number } | { trackingId: string }; of: string };

/** What orders cost together, in pesos. */
export function totalOf(orders: readonly OrderInPayment[]): number {
  return orders.reduce((cents, { rate_value }) => cents + Math.round(rate_value * 100), 0) / 100;
}

/** What is said before a payment (readings C42). */
export function paymentConfirmText(orders: readonly OrderInPayment[]): string {
  const counted = pluralize(orders.length, 'orden', 'órdenes');
  return `Vas a pagar ${dollarAmount(totalOf(orders))} por ${counted}. Te llevamos a Mercado Pago para completar el pago.`;
}
