import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from './deps.ts';

/** A payment of a client. */
export interface PaymentKey {
  clientId: number;
  id: number;
}

/** Time that beginning a payment may take before it counts as failed, and the first look at it, in seconds (readings C42). */
export const FIRST_POLL_AFTER_S = 60;

/** The waits between tries double from two seconds: the provider, or a mail server, may be away for some two hours. */
const RETRY_LIMIT = 12;

/** The next look at a payment of which nothing may ever be told. */
export const paymentPolls: Queue<PaymentKey> = queue('payment-check');

/** A payment that was told of: by the provider's id of the attempt, or, where that is not to be believed, by ours. */
export const paymentNotifications: Queue<{ attempt: string } | PaymentKey> = queue('payment-read', RETRY_LIMIT);

/** Checkouts at which nobody shall pay any more. */
export const checkoutExpirations: Queue<PaymentKey> = queue('checkout-end', RETRY_LIMIT);

/** Open payments, one of whose orders has ended before it was paid: nobody shall pay them any more. */
export const endedOrderPayments: Queue<PaymentKey> = queue('payment-withdraw', RETRY_LIMIT);

/** Has the checkout of a payment that ends in this transaction ended behind it. */
export function enqueueCheckoutExpiration(deps: Deps, trx: Trx, paymentKey: PaymentKey): Promise<void> {
  return deps.jobs.enqueue(trx, checkoutExpirations, paymentKey);
}
