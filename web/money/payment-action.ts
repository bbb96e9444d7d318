import { dollarAmount, pluralize } from '#shared/kit/text/format.ts';

/** An order to pay; `rate_value` in pesos. */
export interface OrderInPayment {
  id: number;
  order_id: string;
  rate_value: number;
}

/** A payment action that the user must confirm. */
export type PaymentAction =
  | { kind: 'generate'; orders: readonly OrderInPayment[] }
  /** By the payment's id, or by an order if the gateway doesn't send the id; `of` is the name in the question. */
  | { kind: 'cancel'; payment: { id: number } | { trackingId: string }; of: string };

/** Returns the total cost of orders, in pesos. */
export function totalOf(orders: readonly OrderInPayment[]): number {
  return orders.reduce((cents, { rate_value }) => cents + Math.round(rate_value * 100), 0) / 100;
}

/** Returns the text of the confirmation of a payment (readings C42). */
export function paymentConfirmText(orders: readonly OrderInPayment[]): string {
  const counted = pluralize(orders.length, 'orden', 'órdenes');
  return `Vas a pagar ${dollarAmount(totalOf(orders))} por ${counted}. Te llevamos a Mercado Pago para completar el pago.`;
}
