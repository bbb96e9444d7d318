import type { Deps } from './deps.ts';
import { accessMails, sendAccessMail } from './features/access/access-mails.ts';
import { checkPayment, endCheckoutOf, readTold } from './features/payment/payment-jobs.ts';
import { paymentMails, sendPaymentMail } from './features/payment/payment-mail.ts';
import { checkoutEnds, paymentChecks, paymentReads } from './features/payment/payment-queues.ts';
import { notifications, sendNotification } from './integrations/payment/checkout-notification.ts';
import type { Queue } from './platform/jobs.ts';

/** Every queue there is; made at start by any node. */
export const queues: readonly Queue<object>[] = [
  accessMails,
  paymentChecks,
  paymentReads,
  checkoutEnds,
  paymentMails,
  notifications,
];

/**
 * Does background work on this node.
 *
 * @param url where this server listens
 */
export async function startWorker(deps: Deps, url: string): Promise<void> {
  const { jobs } = deps;
  await jobs.work(accessMails, (mail) => sendAccessMail(deps, mail));
  await jobs.work(paymentChecks, (place) => checkPayment(deps, place));
  await jobs.work(paymentReads, (told) => readTold(deps, told));
  await jobs.work(checkoutEnds, (place) => endCheckoutOf(deps, place));
  await jobs.work(paymentMails, (place) => sendPaymentMail(deps, place));
  await jobs.work(notifications, (notification) => sendNotification(deps, url, notification));
}
