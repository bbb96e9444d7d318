import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';

/** Identifies a payment of a client. */
export interface PaymentKey {
  clientId: number;
  id: number;
}

/**
 * Seconds until a payment is polled for the first time; a payment whose creation isn't complete by then counts as failed
 * (readings C42).
 */
export const FIRST_POLL_AFTER_S = 60;

/** Maximum retries. The backoff doubles from two seconds, so the payment provider may be down for some two hours. */
const RETRY_LIMIT = 12;

/** Polls a payment in case no notification (webhook) arrives. */
export const paymentPolls: Queue<PaymentKey> = queue('payment-check');

/**
 * Reads a payment after a notification: by the provider's id of the attempt or, for an unverified notification, by our
 * key.
 */
export const paymentNotifications: Queue<{ attempt: string } | PaymentKey> = queue('payment-read', RETRY_LIMIT);

/** Expires checkouts at the payment provider, so that nobody can pay there any more. */
export const checkoutExpirations: Queue<PaymentKey> = queue('checkout-end', RETRY_LIMIT);

/** Cancels open payments with an order that ended before it was paid. */
export const endedOrderPayments: Queue<PaymentKey> = queue('payment-withdraw', RETRY_LIMIT);

/** Enqueues the expiration of a payment's checkout, to run after this transaction commits. */
export function enqueueCheckoutExpiration(deps: Deps, trx: Trx, paymentKey: PaymentKey): Promise<void> {
  return deps.jobs.enqueue(trx, checkoutExpirations, paymentKey);
}
