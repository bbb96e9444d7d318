import type { Queue } from './cluster/jobs.ts';
import type { Deps } from './domain/deps.ts';
import { checkoutEnds, paymentChecks, paymentReads, withdrawals } from './domain/payment-queues.ts';
import { accessMails, sendAccessMail } from './features/access/access-mails.ts';
import { batchWork, resumeBatches } from './features/batch/batch-queue.ts';
import { workBatch } from './features/batch/batch-work.ts';
import { enqueueStaleOrders, refreshStaleOrders, staleOrders } from './features/order/stale-orders.ts';
import { checkPayment, endCheckoutOf, readTold, withdrawPayment } from './features/payment/payment-jobs.ts';
import { paymentMails, sendPaymentMail } from './features/payment/payment-mail.ts';
import { doNightly, nightly } from './features/upkeep/nightly.ts';
import { notifications, sendNotification } from './integrations/payment/checkout-notification.ts';

/** Every queue there is; made at start by any node. */
export const queues: readonly Queue<object>[] = [
  accessMails,
  paymentChecks,
  paymentReads,
  checkoutEnds,
  withdrawals,
  paymentMails,
  notifications,
  batchWork,
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
  await jobs.work(paymentChecks, (place) => checkPayment(deps, place));
  await jobs.work(paymentReads, (told) => readTold(deps, told));
  await jobs.work(checkoutEnds, (place) => endCheckoutOf(deps, place));
  await jobs.work(withdrawals, (place) => withdrawPayment(deps, place));
  await jobs.work(paymentMails, (place) => sendPaymentMail(deps, place));
  await jobs.work(notifications, (notification) => sendNotification(deps, url, notification));
  await jobs.work(nightly, (_job, stopping) => doNightly(deps, stopping));
  await jobs.work(staleOrders, ({ clientId }, stopping) => refreshStaleOrders(deps, clientId, stopping));
  for (let one = 0; one < BATCHES_AT_ONCE; one++) {
    await jobs.work(batchWork, (batch, stopping) => workBatch(deps, batch, stopping));
  }
  await resumeBatches(deps);
  await enqueueStaleOrders(deps);
}
