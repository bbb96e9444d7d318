import type { Queue } from './cluster/jobs.ts';
import type { Deps } from './domain/deps.ts';
import {
  checkoutExpirations,
  endedOrderPayments,
  paymentNotifications,
  paymentPolls,
} from './domain/payment-queues.ts';
import { accessMails, sendAccessMail } from './features/access/access-mails.ts';
import { batchJobs, resumeBatches } from './features/batch/batch-queue.ts';
import { processBatch } from './features/batch/process-batch.ts';
import { nightly, runNightlyMaintenance } from './features/maintenance/nightly.ts';
import { enqueueStaleOrders, refreshStaleOrders, staleOrders } from './features/order/stale-orders.ts';
import { expireCheckout, pollPayment, processNotification, refreshPayment } from './features/payment/payment-jobs.ts';
import { paymentMails, sendPaymentMail } from './features/payment/payment-mail.ts';
import { notifications, sendNotification } from './integrations/payment/checkout-webhook.ts';

/** Every queue there is; made at start by any node. */
export const queues: readonly Queue<object>[] = [
  accessMails,
  paymentPolls,
  paymentNotifications,
  checkoutExpirations,
  endedOrderPayments,
  paymentMails,
  notifications,
  batchJobs,
  nightly,
  staleOrders,
];

/** Batches that a node works off at once: a small one shall not wait for the end of a large one. */
const BATCHES_AT_ONCE = 3;

/**
 * Does background work on this node.
 *
 * @param url where the calls are answered: by this node itself, or by a web node
 */
export async function startWorker(deps: Deps, url: string): Promise<void> {
  const { jobs } = deps;
  await jobs.work(accessMails, (mail) => sendAccessMail(deps, mail));
  await jobs.work(paymentPolls, (place) => pollPayment(deps, place));
  await jobs.work(paymentNotifications, (told) => processNotification(deps, told));
  await jobs.work(checkoutExpirations, (place) => expireCheckout(deps, place));
  await jobs.work(endedOrderPayments, (place) => refreshPayment(deps, place));
  await jobs.work(paymentMails, (place) => sendPaymentMail(deps, place));
  await jobs.work(notifications, (notification) => sendNotification(deps, url, notification));
  await jobs.work(nightly, (_job, stopping) => runNightlyMaintenance(deps, stopping));
  await jobs.work(staleOrders, ({ clientId }, stopping) => refreshStaleOrders(deps, clientId, stopping));
  for (let one = 0; one < BATCHES_AT_ONCE; one++) {
    await jobs.work(batchJobs, (batch, stopping) => processBatch(deps, batch, stopping));
  }
  await resumeBatches(deps);
  await enqueueStaleOrders(deps);
}
