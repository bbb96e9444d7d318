import type { Deps } from '#server/domain/deps.ts';
import { type PaymentKey, paymentNotifications } from '#server/domain/payment-queues.ts';
import { recordUnverifiedNotification } from './payment.store.ts';

/** Between two questions that nobody has proved to be due, in ms (readings C42). */
const MIN_POLL_INTERVAL_MS = 60_000;

/** Has the provider asked about an open payment because somebody says so without proof: at most once a minute. */
export function pollOnUnverifiedNotification(deps: Deps, paymentKey: PaymentKey): Promise<void> {
  const now = deps.clock();
  return deps.db.withClient(paymentKey.clientId, async (trx) => {
    const since = new Date(now.getTime() - MIN_POLL_INTERVAL_MS);
    if (await recordUnverifiedNotification(trx, paymentKey.clientId, paymentKey.id, { now, since }))
      await deps.jobs.enqueue(trx, paymentNotifications, paymentKey);
  });
}
