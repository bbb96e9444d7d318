import type { OrderRow } from '#shared/orders.ts';
import { whyOrderNotPrintable } from '#shared/rules/order-actions.ts';
import { whyOrderNotPayable } from '#shared/rules/order-payment.ts';

/** What is done with many orders at once (D1 §4). */
export type BatchMode = 'print' | 'pay';

/** Why a mode can't take an order; null when it can. */
export const whyNot: Record<BatchMode, (order: OrderRow) => string | null> = {
  print: ({ printable, order_state }) => (printable ? null : whyOrderNotPrintable(order_state?.name ?? '')),
  pay: whyOrderNotPayable,
};
