import { queueWrite, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { paymentCaseOpen } from '#server/money/domain/payment-case.ts';
import type { AttentionCode } from '#shared/money/staff-payments.ts';

/** What a payment has to be reviewed for, and who closed the last review. */
export interface PaymentCase {
  attention: AttentionCode | null;
  open: boolean;
  closed_by: string | null;
}

const READ_PAYMENT_CASE: Statement<PaymentCase> = statement(
  'payment-closure.read-payment-case',
  `SELECT m.attention, ${paymentCaseOpen('m')} AS open, (SELECT k.closed_by FROM payment_closures k
       WHERE k.client_id = $1 AND k.merchant_order_id = m.id ORDER BY k.closed_at DESC, k.id DESC LIMIT 1) AS closed_by
   FROM merchant_orders m WHERE m.client_id = $1 AND m.id = $2`,
  { nullable: ['closed_by'] },
);

/** Reads the case of a client's payment, which the transaction has locked; null without such a payment. */
export async function readPaymentCase(trx: Trx, clientId: number, id: number): Promise<PaymentCase | null> {
  const [found] = await run(trx, READ_PAYMENT_CASE, [clientId, id]);
  return found ?? null;
}

/** Queues the closure of the case of a locked payment. */
export function writeClosure(
  trx: Trx,
  clientId: number,
  id: number,
  { reason, by, now }: { reason: string; by: string; now: Date },
): void {
  queueWrite(
    trx,
    `INSERT INTO payment_closures (client_id, merchant_order_id, attention, attention_at, reason, closed_by, closed_at)
     SELECT client_id, id, attention, attention_at, $3, $4, $5 FROM merchant_orders WHERE client_id = $1 AND id = $2`,
    [clientId, id, reason, by, now],
  );
  queueWrite(
    trx,
    `UPDATE merchant_orders SET attention_closed = attention, attention_closed_for = attention_at,
       updated_at = greatest(updated_at, $3)
     WHERE client_id = $1 AND id = $2`,
    [clientId, id, now],
  );
}
