import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from './deps.ts';

/** A payment of a client. */
export interface PaymentPlace {
  clientId: number;
  id: number;
}

/** Time that beginning a payment may take before it counts as failed, and the first look at it, in seconds (readings C42). */
export const CHECK_AFTER_S = 60;

/** The waits between tries double from two seconds: the provider, or a mail server, may be away for some two hours. */
const PATIENT = 12;

/** The next look at a payment of which nothing may ever be told. */
export const paymentChecks: Queue<PaymentPlace> = queue('payment-check');

/** A payment that was told of: by the provider's id of the attempt, or, where that is not to be believed, by ours. */
export const paymentReads: Queue<{ attempt: string } | PaymentPlace> = queue('payment-read', PATIENT);

/** Checkouts at which nobody shall pay any more. */
export const checkoutEnds: Queue<PaymentPlace> = queue('checkout-end', PATIENT);

/** Open payments, one of whose orders has ended before it was paid: nobody shall pay them any more. */
export const withdrawals: Queue<PaymentPlace> = queue('payment-withdraw', PATIENT);

/** Has the checkout of a payment that ends in this transaction ended behind it. */
export function endCheckout(deps: Deps, trx: Trx, place: PaymentPlace): Promise<void> {
  return deps.jobs.enqueue(trx, checkoutEnds, place);
}
