import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { ProviderPayment } from '#server/integrations/payment/payment-provider.ts';
import { enqueueCheckoutExpiration } from '#server/money/domain/payment-queues.ts';
import {
  findUnpaidShipments,
  hasEndedOrder,
  lockPayment,
  type PaidOrder,
  paidOrders,
  type StoredPayment,
  writeConfirmed,
} from '#server/money/payment/payment.store.ts';
import { lockOrders, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { moveShipments } from '#server/orders/domain/movement/move-shipments.ts';
import { CONFIRMED, type PaymentStateId } from '#shared/money/rules/payments.ts';
import type { AttentionCode } from '#shared/money/staff-payments.ts';
import { deliveryModeId, firstShipmentState } from '#shared/orders/rules/delivery-modes.ts';
import { parseShipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { markApprovedAfterCancel, readAttempts, writeAttempts, writePaymentStatus } from './attempt.store.ts';
import { enqueuePaymentMail } from './payment-mail.ts';
import { reconcilePayment } from './reconcile-payment.ts';

/** Reason to review a payment that was approved after all shipments of one of its orders had ended. */
const PAID_AFTER_END: AttentionCode = 'paid_after_end';

/**
 * Records attempts that were read from the provider and applies their effects in one transaction: the payment's state
 * (54 → 56, never back), the orders' flags, their shipments' first states (readings C39), the mail, the expiration of
 * the checkout and the change events. Idempotent: repeated attempts, in any sequence, have the effects once.
 *
 * @param received attempts; those with another payment's reference are ignored
 * @returns the payment's state now; null if the client has no such payment
 */
export function recordAttempts(
  deps: Deps,
  clientId: number,
  id: number,
  received: readonly ProviderPayment[],
): Promise<PaymentStateId | null> {
  return deps.db.withClient(clientId, async (trx) => {
    const payment = await lockPayment(trx, clientId, id);
    if (!payment) return null;
    const now = deps.clock();
    const attempts = received.filter(({ reference }) => reference === String(id));
    if (attempts.length > 0) writeAttempts(trx, clientId, id, attempts, now);
    const reconciled = reconcilePayment(
      {
        state: payment.state,
        amountCents: payment.amount_cents,
        confirmedBy: payment.state === CONFIRMED ? payment.payment_id : null,
      },
      await readAttempts(trx, clientId, id),
    );
    const { confirms, paymentId, status } = reconciled;
    // Orders are locked before the payment's row changes, because that row updates counters, and every writer locks
    // orders before counters.
    const orders = await paidOrders(trx, clientId, id);
    const orderIds = orders.map(({ order_pk }) => order_pk);
    if (confirms || reconciled.attention !== payment.attention) await lockOrders(trx, clientId, orderIds);
    const paidAfterEnd = confirms ? await hasEndedOrder(trx, clientId, orderIds) : payment.attention === PAID_AFTER_END;
    const attention = reconciled.attention ?? (paidAfterEnd ? PAID_AFTER_END : null);
    const attentionChanged = attention !== payment.attention;
    if (confirms) await confirm(deps, trx, clientId, { payment, orders, paymentId: confirms, now });
    const statusChanged = await writePaymentStatus(trx, clientId, id, { paymentId, status, attention, now });
    if (attentionChanged) markApprovedAfterCancel(trx, clientId, orderIds);
    if (confirms || attentionChanged) await refreshFlags(trx, clientId, orderIds, now);
    if (attentionChanged) {
      deps.events.record(trx, clientId, 'payment.attention_changed', { id, orderIds, confirmed: confirms !== null });
    }
    if (confirms) {
      deps.events.record(trx, clientId, 'order.paid', { ids: orderIds });
      deps.events.record(trx, clientId, 'payment.confirmed', { id });
    } else if (statusChanged) deps.events.record(trx, clientId, 'payment.status_changed', { id });
    if (attentionChanged && attention) deps.log.warn({ clientId, payment: id, attention }, 'a payment needs attention');
    return confirms ? CONFIRMED : payment.state;
  });
}

interface Confirmation {
  payment: StoredPayment;
  orders: readonly PaidOrder[];
  paymentId: string;
  now: Date;
}

async function confirm(
  deps: Deps,
  trx: Trx,
  clientId: number,
  { payment, orders, paymentId, now }: Confirmation,
): Promise<void> {
  const { id } = payment;
  writeConfirmed(trx, clientId, id, { paymentId, now });
  const modes = new Map(orders.map(({ order_pk, delivery_mode }) => [order_pk, delivery_mode]));
  const waiting = await findUnpaidShipments(trx, clientId, [...modes.keys()]);
  await moveShipments(
    deps,
    trx,
    clientId,
    waiting.map(({ order_pk, label }) => {
      const mode = deliveryModeId(modes.get(order_pk)) ?? 1;
      const state = parseShipmentState(firstShipmentState({ mode, prepaid: true, paid: true }));
      const actor = { kind: 'payment', name: null } as const;
      return { orderId: order_pk, label, state, at: null, reason: null, eventId: null, by: 'payment' as const, actor };
    }),
  );
  await enqueuePaymentMail(deps, trx, { clientId, id });
  await enqueueCheckoutExpiration(deps, trx, { clientId, id });
}
