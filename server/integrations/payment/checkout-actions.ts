import type { Jobs } from '#server/cluster/jobs.ts';
import type { Database } from '#server/db/database.ts';
import {
  addAttempt,
  changeAttempt,
  type PaymentMethod,
  type StoredAttempt,
  type StoredCheckout,
} from './checkout.store.ts';
import { NOTIFICATION_TIMINGS, type NotificationTiming, notifications } from './checkout-webhook.ts';

/** Actions of a payer at an open checkout. */
export const PAY_ACTIONS = {
  approve: { label: 'Pagar con tarjeta: se aprueba', method: 'credit_card', status: 'approved' },
  review: { label: 'Pagar con tarjeta: queda en revisión', method: 'credit_card', status: 'in_process' },
  reject: { label: 'Pagar con tarjeta: se rechaza', method: 'credit_card', status: 'rejected' },
  ticket: { label: 'Imprimir un cupón y pagarlo después', method: 'ticket', status: 'pending' },
} as const satisfies Record<string, { label: string; method: PaymentMethod; status: string }>;

/** Later actions on an attempt to pay, by its status. */
export const ATTEMPT_ACTIONS = {
  accept: { label: 'El pago se acredita', from: ['pending', 'in_process'], status: 'approved' },
  decline: { label: 'El pago se rechaza', from: ['in_process'], status: 'rejected' },
  lapse: { label: 'El cupón vence', from: ['pending'], status: 'cancelled' },
  refund: { label: 'El pago se devuelve', from: ['approved'], status: 'refunded' },
} as const satisfies Record<string, { label: string; from: readonly string[]; status: string }>;

interface Tools {
  db: Database;
  jobs: Jobs;
  clock: () => Date;
}

/** Returns the attempt that prevents another payment, if any. */
export function blockingAttempt(attempts: readonly StoredAttempt[]): StoredAttempt | undefined {
  return attempts.find(({ status }) => status !== 'rejected' && status !== 'cancelled');
}

/** Adds an attempt to pay. @returns the attempt; null if the checkout isn't open */
export function pay(
  { db, jobs, clock }: Tools,
  { id, reference }: StoredCheckout,
  action: keyof typeof PAY_ACTIONS,
  timing: NotificationTiming,
): Promise<{ id: number; status: string; method: PaymentMethod } | null> {
  const { method, status } = PAY_ACTIONS[action];
  return db.withoutClient(async (trx) => {
    const attempt = await addAttempt(trx, id, { method, status, at: clock() });
    if (attempt === null) return null;
    for (const wait of NOTIFICATION_TIMINGS[timing].waits) {
      await jobs.enqueue(trx, notifications, { attempt, reference }, wait);
    }
    return { id: attempt, status, method };
  });
}

/** Changes an attempt. Does nothing if its status doesn't allow the action. */
export function change(
  { db, jobs, clock }: Tools,
  { reference }: StoredCheckout,
  attempt: number,
  action: keyof typeof ATTEMPT_ACTIONS,
  timing: NotificationTiming,
): Promise<void> {
  const { from, status } = ATTEMPT_ACTIONS[action];
  return db.withoutClient(async (trx) => {
    if (!(await changeAttempt(trx, attempt, { from, to: status, at: clock() }))) return;
    for (const wait of NOTIFICATION_TIMINGS[timing].waits) {
      await jobs.enqueue(trx, notifications, { attempt, reference }, wait);
    }
  });
}

/**
 * Returns the URL that a payer returns to, with the parameters that the provider appends (facts §1.3). Without an attempt the
 * payer returns without having paid.
 */
export function returnAddress(
  { id, reference, back_url }: StoredCheckout,
  attempt: { id: number; status: string; method: PaymentMethod } | undefined,
): string {
  const payment = attempt ? String(attempt.id) : 'null';
  const status = attempt?.status ?? 'null';
  const query = new URLSearchParams({
    collection_id: payment,
    collection_status: status,
    payment_id: payment,
    status,
    external_reference: reference,
    payment_type: attempt?.method ?? 'null',
    merchant_order_id: reference,
    preference_id: id,
    site_id: 'MLA',
    processing_mode: 'aggregator',
    merchant_account_id: 'null',
  });
  return `${back_url}?${query}`;
}
