import { run, type Trx } from '#server/db/connection.ts';
import { NON_DELIVERY_REASONS } from '#shared/rules/non-delivery-reasons.ts';
import { FINAL_STATES } from '#shared/rules/shipment-states.ts';

/** Deletes the next rows that have expired. @returns how many */
export async function deleteExpiredRows(trx: Trx, now: Date, limit: number): Promise<number> {
  const [row] = await run<{ n: number }>(trx, 'SELECT delete_expired($1, $2) AS n', [now, limit]);
  return row?.n ?? 0;
}

/** Who there is. @param trx one of the role provider, which alone sees all */
export async function readClientIds(trx: Trx): Promise<number[]> {
  const rows = await run<{ client_id: number }>(trx, 'SELECT client_id FROM clients ORDER BY client_id');
  return rows.map(({ client_id }) => client_id);
}

/** Counting a client of a million orders takes seconds. */
const TEN_MINUTES =
  "SELECT set_config('statement_timeout', '600000', true), set_config('idle_in_transaction_session_timeout', '600000', true)";

/** Lets a transaction last for ten minutes. */
export async function extendStatementTimeout(trx: Trx): Promise<void> {
  await run(trx, TEN_MINUTES);
}

/** Folds the counters of the transaction's client into one shard. */
export async function foldCounts(trx: Trx): Promise<void> {
  await run(trx, 'SELECT merge_counter_shards()');
}

/** Counts the orders and shipments of the transaction's client anew. */
export async function recountOrders(trx: Trx): Promise<void> {
  await run(trx, 'SELECT rebuild_counts()');
}

/** Counts the payments of the transaction's client anew. */
export async function recountPayments(trx: Trx): Promise<void> {
  await run(trx, 'SELECT rebuild_payment_counts()');
}

// Nothing of an order whose every shipment is final can be printed: the index of groups leaves few rows to look through.
const DUE = `
  SELECT o.id FROM orders o
  WHERE o.client_id = $1 AND o.state_group = 'con_problema' AND NOT o.printable AND o.updated_at < $2
    AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = $1 AND s.order_pk = o.id
      AND (s.state_code IS NULL OR s.state_code <> ALL ($3) OR s.state_at >= $2))
  ORDER BY o.id LIMIT $4`;

/** Ids of the client's next orders in 'Con problema' whose every shipment is final, and was so before a moment. */
export async function readDueIncidents(
  trx: Trx,
  clientId: number,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const rows = await run<{ id: number }>(trx, DUE, [clientId, before, FINAL_STATES, limit]);
  return rows.map(({ id }) => id);
}

/** Notes that incidents are closed, of orders that are locked. */
export async function writeIncidentsClosed(
  trx: Trx,
  clientId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await run(trx, 'UPDATE orders SET incident_closed_at = $3 WHERE client_id = $1 AND id = ANY($2::bigint[])', [
    clientId,
    ids,
    now,
  ]);
}

/** What stands where a receiver's name and street were. */
const MASKED = 'Dato borrado';

/** What is masked: what ended before a moment, so much of it. */
export interface MaskCriteria {
  before: Date;
  now: Date;
  limit: number;
}

/** Masks the next orders of the transaction's client. @returns how many */
export async function maskDueOrders(trx: Trx, { before, now, limit }: MaskCriteria): Promise<number> {
  const values = [before, FINAL_STATES, NON_DELIVERY_REASONS, MASKED, now, limit];
  const [row] = await run<{ n: number }>(trx, 'SELECT mask_due_orders($1, $2, $3, $4, $5, $6) AS n', values);
  return row?.n ?? 0;
}

/** Empties the next rows of its bulk uploads. @returns how many */
export async function maskDueBatches(trx: Trx, { before, now, limit }: MaskCriteria): Promise<number> {
  const values = [before, MASKED, now, limit];
  const [row] = await run<{ n: number }>(trx, 'SELECT mask_due_batches($1, $2, $3, $4) AS n', values);
  return row?.n ?? 0;
}

/** Deletes the mails that a demonstration's mailbox got before a moment. */
export async function deleteMails(trx: Trx, before: Date): Promise<void> {
  await run(trx, 'DELETE FROM dev_mailbox WHERE sent_at < $1', [before]);
}
