import { execute, queueWrite, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { ProviderPayment } from '#server/integrations/payment/payment-provider.ts';
import type { Attempt } from './reconcile-payment.ts';

/** Queues an upsert of attempts. An attempt with an older `changedAt` than the stored one changes nothing. */
export function writeAttempts(
  trx: Trx,
  clientId: number,
  id: number,
  attempts: readonly ProviderPayment[],
  now: Date,
): void {
  const rows = attempts.map((attempt) => ({
    payment_id: attempt.id,
    status: attempt.status,
    amount_cents: attempt.amountCents,
    currency: attempt.currency,
    changed_at: attempt.changedAt,
  }));
  queueWrite(
    trx,
    `INSERT INTO provider_payments AS p
       (client_id, payment_id, merchant_order_id, status, amount_cents, currency, changed_at, read_at)
     SELECT $1, r.payment_id, $2, r.status, r.amount_cents, r.currency, r.changed_at, $4
     FROM json_to_recordset($3) AS r (payment_id text, status text, amount_cents bigint, currency text,
       changed_at timestamptz)
     ORDER BY r.payment_id
     ON CONFLICT (client_id, payment_id) DO UPDATE SET status = excluded.status, amount_cents = excluded.amount_cents,
       currency = excluded.currency, changed_at = excluded.changed_at, read_at = excluded.read_at
     WHERE p.merchant_order_id = excluded.merchant_order_id AND p.changed_at <= excluded.changed_at`,
    [clientId, id, JSON.stringify(rows), now],
  );
}

const READ_ATTEMPTS: Statement<Attempt> = statement(
  'attempt.read-attempts',
  `SELECT payment_id AS "paymentId", status, amount_cents AS "amountCents", currency FROM provider_payments
   WHERE client_id = $1 AND merchant_order_id = $2 ORDER BY changed_at DESC, payment_id DESC`,
);

/** Returns all stored attempts of a payment, the last changed first. */
export async function readAttempts(trx: Trx, clientId: number, id: number): Promise<Attempt[]> {
  return run(trx, READ_ATTEMPTS, [clientId, id]);
}

/**
 * Writes the status that the payment's attempts determine.
 * @returns whether it changed
 */
export async function writePaymentStatus(
  trx: Trx,
  clientId: number,
  id: number,
  {
    paymentId,
    status,
    attention,
    now,
  }: { paymentId: string | null; status: string | null; attention: string | null; now: Date },
): Promise<boolean> {
  const changed = await execute(
    trx,
    `UPDATE merchant_orders SET payment_id = $3, provider_status = $4, attention = $5,
       attention_at = CASE WHEN $5::text IS NULL THEN NULL ELSE coalesce(attention_at, $6) END,
       updated_at = greatest(updated_at, $6)
     WHERE client_id = $1 AND id = $2
       AND (payment_id, provider_status, attention) IS DISTINCT FROM ($3::text, $4::text, $5::text)`,
    [clientId, id, paymentId, status, attention, now],
  );
  return changed > 0;
}

/** Queues an update of `approved_payment`: true for orders whose payment was approved after its cancellation. */
export function markApprovedAfterCancel(trx: Trx, clientId: number, orderIds: readonly number[]): void {
  queueWrite(
    trx,
    `UPDATE orders o SET approved_payment = a.approved FROM (
       SELECT o.id, EXISTS (
         SELECT FROM merchant_order_lines l JOIN merchant_orders m ON m.client_id = $1 AND m.id = l.merchant_order_id
         WHERE l.client_id = $1 AND l.order_pk = o.id AND m.attention = 'approved_after_cancel') AS approved
       FROM orders o WHERE o.client_id = $1 AND o.id = ANY($2::bigint[])
     ) a WHERE o.client_id = $1 AND o.id = a.id AND o.approved_payment <> a.approved`,
    [clientId, orderIds],
  );
}
