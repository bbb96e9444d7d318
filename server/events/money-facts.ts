import { changed, type Effects, type Facts } from './fact.ts';

interface PaymentOfOrders {
  id: number;
  orderIds: readonly number[];
}

/** Facts about payments and charges. */
export const MONEY_FACTS = {
  'payment.begun': ({ id, orderIds, trackingIds }: PaymentOfOrders & { trackingIds: readonly string[] }): Effects => ({
    audit: { target: id, details: { orders: trackingIds } },
    changes: [...changed('payment', id), ...changed('order', orderIds)],
  }),
  'payment.checkout_created': ({ id, orderIds }: PaymentOfOrders): Effects => ({
    changes: [...changed('payment', id), ...changed('order', orderIds)],
  }),
  /** Only the sender's cancellation is an act; jobs and an interrupted call cancel, too. */
  'payment.cancelled': ({ id, orderIds, bySender }: PaymentOfOrders & { bySender: boolean }): Effects => ({
    audit: bySender ? { target: id } : undefined,
    changes: [...changed('payment', id), ...changed('order', orderIds)],
  }),
  'payment.confirmed': ({ id }: { id: number }): Effects => ({ changes: changed('payment', id) }),
  /** A payment of several orders pays them at once. */
  'order.paid': ({ ids }: { ids: readonly number[] }): Effects => ({ changes: changed('order', ids) }),
  /** The attempt, the status or the reason to review a payment changed, without confirming it. */
  'payment.status_changed': ({ id }: { id: number }): Effects => ({ changes: changed('payment', id) }),
  /** The reason to review a payment changed. The orders of a confirmed payment change by `order.paid`. */
  'payment.attention_changed': ({ id, orderIds, confirmed }: PaymentOfOrders & { confirmed: boolean }): Effects => ({
    changes: confirmed ? [] : changed('order', orderIds),
    items: { sort: 'payment', ids: [id] },
  }),
  'payment.review_closed': ({ id, attention }: { id: number; attention: string }): Effects => ({
    audit: { target: id, details: { attention } },
    changes: changed('payment', id),
    items: { sort: 'payment', ids: [id] },
  }),
  'charges.exported': ({ month }: { month: string }): Effects => ({ audit: { details: { month } } }),
} satisfies Facts;
