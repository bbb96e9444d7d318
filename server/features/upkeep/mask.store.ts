import { run, type Trx } from '#server/db/connection.ts';
import { NON_DELIVERY_REASONS } from '#shared/rules/non-delivery-reasons.ts';
import { FINAL_STATES } from '#shared/rules/shipment-states.ts';

/** What stands where a receiver's name and street were. */
const MASKED = 'Dato borrado';

/** What is masked: what ended before a moment, so much of it. */
export interface Due {
  before: Date;
  now: Date;
  limit: number;
}

/** Masks the next orders of the transaction's client. @returns how many */
export async function maskDueOrders(trx: Trx, { before, now, limit }: Due): Promise<number> {
  const values = [before, FINAL_STATES, NON_DELIVERY_REASONS, MASKED, now, limit];
  const [row] = await run<{ n: number }>(trx, 'SELECT mask_due_orders($1, $2, $3, $4, $5, $6) AS n', values);
  return row?.n ?? 0;
}

/** Empties the next rows of its bulk uploads. @returns how many */
export async function maskDueBatches(trx: Trx, { before, now, limit }: Due): Promise<number> {
  const values = [before, MASKED, now, limit];
  const [row] = await run<{ n: number }>(trx, 'SELECT mask_due_batches($1, $2, $3, $4) AS n', values);
  return row?.n ?? 0;
}

/** Deletes the mails that a demonstration's mailbox got before a moment. */
export async function deleteMails(trx: Trx, before: Date): Promise<void> {
  await run(trx, 'DELETE FROM dev_mailbox WHERE sent_at < $1', [before]);
}
