import type { Deps } from '#server/domain/deps.ts';
import { paysForEndedOrder } from '#server/domain/ended-orders.store.ts';
import { FIRST_POLL_AFTER_S, type PaymentKey, paymentPolls } from '#server/domain/payment-queues.ts';
import { parseNumericId } from '#server/domain/row-keys.ts';
import { PaymentProviderError } from '#server/integrations/payment/payment-provider.ts';
import { PENDING } from '#shared/rules/payments.ts';
import { cancelIfPending } from './cancel-pending-payment.ts';
import { claimPoll, findPayment, findPaymentOwner, type StoredPayment } from './payment.store.ts';
import { recordAttempts } from './record-attempts.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How often the provider is asked about an open payment of which it tells nothing, and the longest wait as it ages. */
const MIN_POLL_INTERVAL = 10 * MINUTE;
const MAX_POLL_INTERVAL = DAY;

/** How long money may still come in, or go back, after the end: a coupon that was printed before is paid days later. */
const POLL_AFTER_END = 30 * DAY;

/** How early a look may come: nodes' clocks differ, and the wait is counted by the database's. */
const CLOCK_TOLERANCE = 30_000;

/**
 * Looks at a payment of which nothing may ever be told (readings C42): one that was never begun at the provider's is
 * cancelled, of any other the provider is asked. The next look is claimed and enqueued before, in one transaction, so
 * that a chain of looks neither breaks nor forks, whatever is killed in between.
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
    deps.log.warn({ clientId, payment: id, code: error.code }, 'the payment provider could not be asked');
  });
}

async function cancelUnstartedPayment(
  deps: Deps,
  { clientId, id }: PaymentKey,
  { state, created_at }: StoredPayment,
  now: Date,
) {
  if (state !== PENDING || now.getTime() - created_at.getTime() < FIRST_POLL_AFTER_S * 1000 - CLOCK_TOLERANCE) return;
  await deps.db.withClient(clientId, (trx) => cancelIfPending(deps, trx, clientId, id));
  deps.log.warn({ clientId, payment: id }, 'a payment was never begun and is cancelled');
}

/** When to look again, ever more seldom; null when nothing is expected any more. */
function nextPoll({ state, preference_id, created_at, ended_at }: StoredPayment, now: Date): Date | null {
  if (state !== PENDING && preference_id === null) return null;
  const age = now.getTime() - (ended_at ?? created_at).getTime();
  if (ended_at && age > POLL_AFTER_END) return null;
  return new Date(now.getTime() + Math.min(MAX_POLL_INTERVAL, Math.max(MIN_POLL_INTERVAL, age / (ended_at ? 2 : 10))));
}

/** Reads all attempts of a payment. @throws PaymentProviderError */
async function readAttemptsByReference(deps: Deps, { clientId, id }: PaymentKey): Promise<void> {
  const attempts = await deps.payments?.paymentsOf(String(id));
  if (attempts) await recordAttempts(deps, clientId, id, attempts);
}

/**
 * Reads all attempts of a payment, and cancels it if it is still open although one of its orders has ended (readings C51);
 * its other orders become payable again.
 *
 * @throws PaymentProviderError: it is tried again later
 */
export async function refreshPayment(deps: Deps, { clientId, id }: PaymentKey): Promise<void> {
  await readAttemptsByReference(deps, { clientId, id });
  await deps.db.withClient(clientId, async (trx) => {
    if (!(await paysForEndedOrder(trx, clientId, id))) return;
    await cancelIfPending(deps, trx, clientId, id);
    deps.log.info({ clientId, payment: id }, 'a payment is cancelled because one of its orders has ended');
  });
}

/** Reads again what was told of. @throws PaymentProviderError: it is tried again later */
export async function processNotification(deps: Deps, notification: { attempt: string } | PaymentKey): Promise<void> {
  if ('id' in notification) return readAttemptsByReference(deps, notification);
  const attempt = await deps.payments?.payment(notification.attempt);
  const id = attempt ? parseNumericId(attempt.reference) : null;
  const clientId = id === null ? null : await deps.db.withoutClient((trx) => findPaymentOwner(trx, id));
  if (!attempt || id === null || clientId === null) {
    deps.log.info({ attempt: notification.attempt }, 'a payment was told of that is none of ours');
    return;
  }
  await recordAttempts(deps, clientId, id, [attempt]);
}

/** Ends the checkout of a payment that has ended: a checkout can be paid again and again. @throws PaymentProviderError: it is tried again later */
export async function expireCheckout(deps: Deps, { clientId, id }: PaymentKey): Promise<void> {
  const payment = await deps.db.withClient(clientId, (trx) => findPayment(trx, clientId, id));
  if (payment && payment.state !== PENDING && payment.preference_id !== null)
    await deps.payments?.expire(payment.preference_id);
}
