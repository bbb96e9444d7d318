import type { Deps } from '#server/integrations/deps.ts';
import { type PaymentKey, paymentNotifications } from '#server/money/domain/payment-queues.ts';
import { recordUnverifiedNotification } from '#server/money/payment/payment.store.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';

/** Rate limit per payment: shortest interval between two polls for unverified notifications, in ms (readings C42). */
const MIN_POLL_INTERVAL_MS = MINUTE_MS;

/** Enqueues a poll of an open payment after an unverified notification, at most once a minute. */
export function pollOnUnverifiedNotification(deps: Deps, paymentKey: PaymentKey): Promise<void> {
  const now = deps.clock();
  return deps.db.withClient(paymentKey.clientId, async (trx) => {
    const since = new Date(now.getTime() - MIN_POLL_INTERVAL_MS);
    if (await recordUnverifiedNotification(trx, paymentKey.clientId, paymentKey.id, { now, since }))
      await deps.jobs.enqueue(trx, paymentNotifications, paymentKey);
  });
}
