import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { enqueueCheckoutExpiration } from '#server/money/domain/payment-queues.ts';
import { lockOrders, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { CANCELLED, type PaymentStateId, PENDING } from '#shared/money/rules/payments.ts';
import { lockPayment, paidOrders, writeCancelled } from './payment.store.ts';

/**
 * Cancels a payment if it is open. Its orders become payable again, and a job expires its checkout after the commit.
 *
 * @param bySender whether the sender cancels it: only this is an act for the audit trail
 * @returns the payment's state now; null if the client has no such payment
 */
export async function cancelIfPending(
  deps: Deps,
  trx: Trx,
  { clientId, id, bySender }: { clientId: number; id: number; bySender: boolean },
): Promise<PaymentStateId | null> {
  const payment = await lockPayment(trx, clientId, id);
  if (!payment) return null;
  if (payment.state !== PENDING) return payment.state;
  const now = deps.clock();
  const orders = (await paidOrders(trx, clientId, id)).map(({ order_pk }) => order_pk);
  await lockOrders(trx, clientId, orders);
  writeCancelled(trx, clientId, id, now);
  await refreshFlags(trx, clientId, orders, now);
  if (payment.preference_id !== null) await enqueueCheckoutExpiration(deps, trx, { clientId, id });
  deps.events.record(trx, clientId, 'payment.cancelled', { id, orderIds: orders, bySender });
  return CANCELLED;
}
