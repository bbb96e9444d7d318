import { execute, run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { MASKED } from '#shared/rules/masked.ts';
import { NON_DELIVERY_REASONS } from '#shared/rules/non-delivery-reasons.ts';
import { FINAL_STATES } from '#shared/rules/shipment-states.ts';

const DELETE_EXPIRED_ROWS = statement('maintenance.delete-expired-rows', 'SELECT delete_expired($1, $2) AS n');

/** Deletes up to `limit` expired rows. @returns how many */
export async function deleteExpiredRows(trx: Trx, now: Date, limit: number): Promise<number> {
  const [row] = await run(trx, DELETE_EXPIRED_ROWS, [now, limit]);
  return row?.n ?? 0;
}

/** Folds the counter shards of the transaction's client into one shard. */
export async function foldCounts(trx: Trx): Promise<void> {
  await execute(trx, 'SELECT merge_counter_shards()');
}

/** Rebuilds the order and shipment counters of the transaction's client. */
export async function recountOrders(trx: Trx): Promise<void> {
  await execute(trx, 'SELECT rebuild_counts()');
}

/** Rebuilds the payment counters of the transaction's client. */
export async function recountPayments(trx: Trx): Promise<void> {
  await execute(trx, 'SELECT rebuild_payment_counts()');
}

// An order whose shipments are all final isn't printable: `NOT o.printable` narrows the index of state groups to few
// rows.
const DUE = statement(
  'maintenance.due',
  `
  SELECT o.id FROM orders o
  WHERE o.client_id = $1 AND o.state_group = 'con_problema' AND NOT o.printable AND o.updated_at < $2
    AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = $1 AND s.order_pk = o.id
      AND (s.state_code IS NULL OR s.state_code <> ALL ($3) OR s.state_at >= $2))
  ORDER BY o.id LIMIT $4`,
);

/** Returns the ids of the client's next orders in 'Con problema' whose shipments were all final before `before`. */
export async function readDueIncidents(
  trx: Trx,
  clientId: number,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const rows = await run(trx, DUE, [clientId, before, FINAL_STATES, limit]);
  return rows.map(({ id }) => id);
}

/** Marks the incidents of orders as closed. The orders must be locked. */
export async function writeIncidentsClosed(
  trx: Trx,
  clientId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await execute(trx, 'UPDATE orders SET incident_closed_at = $3 WHERE client_id = $1 AND id = ANY($2::bigint[])', [
    clientId,
    ids,
    now,
  ]);
}

/** Selects orders or uploads that ended before `before`, at most `limit` of them. */
export interface MaskCriteria {
  before: Date;
  now: Date;
  limit: number;
}

const MASK_DUE_ORDERS = statement('maintenance.mask-due-orders', 'SELECT mask_due_orders($1, $2, $3, $4, $5, $6) AS n');

/** Masks the next due orders of the transaction's client. @returns how many */
export async function maskDueOrders(trx: Trx, { before, now, limit }: MaskCriteria): Promise<number> {
  const values = [before, FINAL_STATES, NON_DELIVERY_REASONS, MASKED, now, limit];
  const [row] = await run(trx, MASK_DUE_ORDERS, values);
  return row?.n ?? 0;
}

const MASK_REQUESTED = statement('maintenance.mask-requested', 'SELECT mask_requested_orders($1, $2, $3, $4, $5) AS n');

/** Masks the next ended orders of the transaction's client whose erasure was requested. @returns how many */
export async function maskRequested(trx: Trx, now: Date, limit: number): Promise<number> {
  const values = [FINAL_STATES, NON_DELIVERY_REASONS, MASKED, now, limit];
  const [row] = await run(trx, MASK_REQUESTED, values);
  return row?.n ?? 0;
}

const MASK_DUE_BATCHES = statement('maintenance.mask-due-batches', 'SELECT mask_due_batches($1, $2, $3, $4) AS n');

/** Masks the next due rows of the bulk uploads of the transaction's client. @returns how many */
export async function maskDueBatches(trx: Trx, { before, now, limit }: MaskCriteria): Promise<number> {
  const values = [before, MASKED, now, limit];
  const [row] = await run(trx, MASK_DUE_BATCHES, values);
  return row?.n ?? 0;
}

/** Deletes the mails in the mailbox of a demonstration that were sent before `before`. */
export async function deleteMails(trx: Trx, before: Date): Promise<void> {
  await execute(trx, 'DELETE FROM dev_mailbox WHERE sent_at < $1', [before]);
}

const READ_ORDERS_WITH_ITEMS = statement(
  'maintenance.read-orders-with-items',
  `(SELECT id FROM orders WHERE client_id = $1 AND id > $2 AND state_group <> 'final' ORDER BY id LIMIT $4)
   UNION (SELECT thing_id FROM open_items WHERE client_id = $1 AND thing_id > $2 AND kind = ANY($3::text[])
     ORDER BY thing_id LIMIT $4)
   ORDER BY id LIMIT $4`,
);

/** Returns the next ids, in their order, of the client's orders that haven't ended or have items of some kinds. */
export async function readOrdersWithItems(
  trx: Trx,
  clientId: number,
  { kinds, after, limit }: { kinds: readonly string[]; after: number; limit: number },
): Promise<number[]> {
  const rows = await run(trx, READ_ORDERS_WITH_ITEMS, [clientId, after, kinds, limit]);
  return rows.map(({ id }) => id);
}
