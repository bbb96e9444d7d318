import { batchJobs, resumeBatches } from './bulk/batch/batch-queue.ts';
import { processBatch } from './bulk/batch/process-batch.ts';
import type { Queue } from './cluster/jobs.ts';
import type { Deps } from './integrations/deps.ts';
import { notifications, sendNotification } from './integrations/payment/checkout-webhook.ts';
import {
  checkoutExpirations,
  endedOrderPayments,
  paymentNotifications,
  paymentPolls,
} from './money/domain/payment-queues.ts';
import {
  expireCheckout,
  pollPayment,
  processNotification,
  refreshPayment,
} from './money/payment/attempt/payment-jobs.ts';
import { paymentMails, sendPaymentMail } from './money/payment/attempt/payment-mail.ts';
import { nightly, runNightlyMaintenance } from './nightly/nightly.ts';
import { enqueueStaleOrders, refreshStaleOrders, staleOrders } from './orders/order/stale-orders.ts';
import { rescheduleMails, sendRescheduleMail } from './orders/reschedule/reschedule-mail.ts';
import { accessMails, sendAccessMail } from './people/access/access-mails.ts';
import { newDeviceMails, sendNewDeviceMail } from './people/access/session/known-device.ts';
import { clientMails, sendClientMail } from './people/approval/client-mails.ts';
import { auditSeals, sealAuditTrail } from './people/audit/audit-chain.ts';
import { emailChangeMails, sendEmailChangeMail } from './people/email-change/email-change-mails.ts';
import { factorRecoveryMails, sendRecoveryMail } from './people/factor-recovery/factor-recovery-mails.ts';
import { factorMails, sendFactorMail } from './people/second-factor/factor-mails.ts';
import { sendStaffMail, staffMails } from './people/staff/staff-mails.ts';
import { sendTeamMail, teamMails } from './people/team/team-mails.ts';
import { applyCalendar, calendarChanges } from './provider/holiday/apply-calendar.ts';
import { mailTests, sendTestMail } from './provider/settings/service-checks.ts';

/** All job queues. Every node creates them at its start. */
export const queues: readonly Queue<object>[] = [
  accessMails,
  newDeviceMails,
  emailChangeMails,
  factorMails,
  factorRecoveryMails,
  staffMails,
  teamMails,
  clientMails,
  paymentPolls,
  paymentNotifications,
  checkoutExpirations,
  endedOrderPayments,
  paymentMails,
  rescheduleMails,
  mailTests,
  notifications,
  batchJobs,
  nightly,
  auditSeals,
  staleOrders,
  calendarChanges,
];

/** Batches that a node processes at once, so that a small batch doesn't wait for a large one. */
const CONCURRENT_BATCHES = 3;

/**
 * Starts processing jobs on this node.
 *
 * @param url address of the gateway: this node, or a web node
 */
export async function startWorker(deps: Deps, url: string): Promise<void> {
  const { jobs } = deps;
  await jobs.work(accessMails, (mail) => sendAccessMail(deps, mail));
  await jobs.work(newDeviceMails, (mail) => sendNewDeviceMail(deps, mail));
  await jobs.work(emailChangeMails, (mail) => sendEmailChangeMail(deps, mail));
  await jobs.work(factorMails, (mail) => sendFactorMail(deps, mail));
  await jobs.work(factorRecoveryMails, (mail) => sendRecoveryMail(deps, mail));
  await jobs.work(staffMails, (mail) => sendStaffMail(deps, mail));
  await jobs.work(teamMails, (mail) => sendTeamMail(deps, mail));
  await jobs.work(clientMails, (mail) => sendClientMail(deps, mail));
  await jobs.work(paymentPolls, (key) => pollPayment(deps, key));
  await jobs.work(paymentNotifications, (notification) => processNotification(deps, notification));
  await jobs.work(checkoutExpirations, (key) => expireCheckout(deps, key));
  await jobs.work(endedOrderPayments, (key) => refreshPayment(deps, key));
  await jobs.work(paymentMails, (key) => sendPaymentMail(deps, key));
  await jobs.work(rescheduleMails, (key) => sendRescheduleMail(deps, key));
  await jobs.work(mailTests, () => sendTestMail(deps));
  await jobs.work(notifications, (notification) => sendNotification(deps, url, notification));
  await jobs.work(nightly, (_job, stopping) => runNightlyMaintenance(deps, stopping));
  await jobs.work(auditSeals, async (_job, stopping) => void (await sealAuditTrail(deps, stopping)));
  await jobs.work(staleOrders, ({ clientId }, stopping) => refreshStaleOrders(deps, clientId, stopping));
  await jobs.work(calendarChanges, (change, stopping) => applyCalendar(deps, change, stopping));
  for (let n = 0; n < CONCURRENT_BATCHES; n++) {
    await jobs.work(batchJobs, (batch, stopping) => processBatch(deps, batch, stopping));
  }
  await resumeBatches(deps);
  await enqueueStaleOrders(deps);
}
