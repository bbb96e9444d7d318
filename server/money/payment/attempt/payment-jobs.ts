import type { Deps } from '#server/integrations/deps.ts';
import { PaymentProviderError } from '#server/integrations/payment/payment-provider.ts';
import { FIRST_POLL_AFTER_S, type PaymentKey, paymentPolls } from '#server/money/domain/payment-queues.ts';
import { cancelIfPending } from '#server/money/payment/cancel-pending-payment.ts';
import { claimPoll, findPayment, findPaymentOwner, type StoredPayment } from '#server/money/payment/payment.store.ts';
import { paysForEndedOrder } from '#server/orders/domain/movement/ended-orders.store.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { DAY_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { PENDING } from '#shared/money/rules/payments.ts';
import { recordAttempts } from './record-attempts.ts';

/**
 * Shortest and longest interval between two polls of a payment. The interval grows with the payment's age (backoff).
 */
const MIN_POLL_INTERVAL = 10 * MINUTE_MS;
const MAX_POLL_INTERVAL = DAY_MS;

/** Period of polling after a payment has ended: a printed coupon may be paid, and money refunded, days later. */
const POLL_AFTER_END = 30 * DAY_MS;

/** Time in ms by which a poll may start early: the database schedules jobs by its own clock, which differs from the node's. */
const CLOCK_TOLERANCE = 30_000;

/**
 * Polls a payment in case no notification arrives (readings C42). Cancels a payment that never got a checkout; reads
 * the attempts of any other payment from the provider. Claims and enqueues the next poll first, in one transaction, so
 * that a crash neither ends the polling nor starts a second chain of polls.
 */
export async function pollPayment(deps: Deps, { clientId, id }: PaymentKey): Promise<void> {
  const now = deps.clock();
  const payment = await deps.db.withClient(clientId, async (trx) => {
    const found = await findPayment(trx, clientId, id);
    if (!found) return null;
    const next = nextPoll(found, now);
    if (!(await claimPoll(trx, clientId, id, { due: new Date(now.getTime() + CLOCK_TOLERANCE), next }))) return null;
    if (next) await deps.jobs.enqueue(trx, paymentPolls, { clientId, id }, (next.getTime() - now.getTime()) / 1000);
    return found;
  });
  if (!payment) return;
  if (payment.preference_id === null) return cancelUnstartedPayment(deps, { clientId, id }, payment, now);
  await refreshPayment(deps, { clientId, id }).catch((error: unknown) => {
    if (!(error instanceof PaymentProviderError)) throw error;
    deps.log.warn({ clientId, payment: id, code: error.code }, 'the payment could not be read from the provider');
  });
}

async function cancelUnstartedPayment(
  deps: Deps,
  { clientId, id }: PaymentKey,
  { state, created_at }: StoredPayment,
  now: Date,
) {
  if (state !== PENDING || now.getTime() - created_at.getTime() < FIRST_POLL_AFTER_S * 1000 - CLOCK_TOLERANCE) return;
  await deps.db.withClient(clientId, (trx) => cancelIfPending(deps, trx, { clientId, id, bySender: false }));
  deps.log.warn({ clientId, payment: id }, 'a payment without a checkout is cancelled');
}

/** Returns the time of the next poll; null if no more changes are expected. */
function nextPoll({ state, preference_id, created_at, ended_at }: StoredPayment, now: Date): Date | null {
  if (state !== PENDING && preference_id === null) return null;
  const age = now.getTime() - (ended_at ?? created_at).getTime();
  if (ended_at && age > POLL_AFTER_END) return null;
  return new Date(now.getTime() + Math.min(MAX_POLL_INTERVAL, Math.max(MIN_POLL_INTERVAL, age / (ended_at ? 2 : 10))));
}

/** Reads all attempts of a payment from the provider and records them. @throws PaymentProviderError */
async function readAttemptsByReference(deps: Deps, { clientId, id }: PaymentKey): Promise<void> {
  const attempts = await deps.payments?.paymentsOf(String(id));
  if (attempts) await recordAttempts(deps, clientId, id, attempts);
}

/**
 * Reads all attempts of a payment from the provider. Then cancels the payment if it is still open and one of its orders
 * has ended (readings C51), so that its other orders become payable again.
 *
 * @throws PaymentProviderError: the job is retried
 */
export async function refreshPayment(deps: Deps, { clientId, id }: PaymentKey): Promise<void> {
  await readAttemptsByReference(deps, { clientId, id });
  await deps.db.withClient(clientId, async (trx) => {
    if (!(await paysForEndedOrder(trx, clientId, id))) return;
    await cancelIfPending(deps, trx, { clientId, id, bySender: false });
    deps.log.info({ clientId, payment: id }, 'a payment is cancelled because one of its orders has ended');
  });
}

/**
 * Reads from the provider the attempt that a notification names, or all attempts of its payment, and records them.
 * @throws PaymentProviderError: the job is retried
 */
export async function processNotification(deps: Deps, notification: { attempt: string } | PaymentKey): Promise<void> {
  if ('id' in notification) return readAttemptsByReference(deps, notification);
  const attempt = await deps.payments?.payment(notification.attempt);
  const id = attempt ? parseRowId(attempt.reference) : null;
  const clientId = id === null ? null : await deps.db.withoutClient((trx) => findPaymentOwner(trx, id));
  if (!attempt || id === null || clientId === null) {
    deps.log.info({ attempt: notification.attempt }, 'a notification refers to an unknown payment');
    return;
  }
  await recordAttempts(deps, clientId, id, [attempt]);
}

/**
 * Expires the checkout of a payment that has ended, because the provider would accept further payments on it.
 *
 * @throws PaymentProviderError: the job is retried
 */
export async function expireCheckout(deps: Deps, { clientId, id }: PaymentKey): Promise<void> {
  const payment = await deps.db.withClient(clientId, (trx) => findPayment(trx, clientId, id));
  if (payment && payment.state !== PENDING && payment.preference_id !== null)
    await deps.payments?.expire(payment.preference_id);
}
