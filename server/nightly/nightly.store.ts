import { execute, run, type Trx } from '#server/db/connection.ts';
import { microsecondsSql, type RowPosition, timeSql } from '#server/db/list/row-position.ts';
import { statement } from '#server/db/statement.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';

const DELETE_EXPIRED_ROWS = statement('nightly.delete-expired-rows', 'SELECT delete_expired($1, $2) AS n');

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

/**
 * See `readOldIncidents`. Shipments of printable orders aren't read: not all of them are final. OFFSET keeps PostgreSQL from reading all
 * shipments of the client into a hash, which it would do for many incidents.
 */
export const READ_OLD_INCIDENTS = statement(
  'nightly.read-old-incidents',
  `SELECT ${microsecondsSql('o.updated_at')} AS at_us, o.id, NOT o.printable
     AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = $1 AND s.order_pk = o.id
       AND (s.state_code IS NULL OR s.state_code <> ALL ($3) OR s.state_at >= $2) OFFSET 0) AS due
   FROM orders o
   WHERE o.client_id = $1 AND o.state_group = 'con_problema' AND o.updated_at < $2
     AND (o.updated_at, o.id) > (${timeSql('$4')}, $5)
   ORDER BY o.updated_at, o.id LIMIT $6`,
);

/**
 * Returns the client's next orders in 'Con problema' that were last changed before `before`, oldest first, and whether the last
 * events of all their shipments were final and before `before`, too.
 */
export function readOldIncidents(
  trx: Trx,
  clientId: number,
  { before, after, limit }: { before: Date; after: RowPosition; limit: number },
): Promise<(RowPosition & { due: boolean })[]> {
  return run(trx, READ_OLD_INCIDENTS, [clientId, before, FINAL_STATES, after.at_us, after.id, limit]);
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

/** Deletes the mails in the mailbox of a demonstration that were sent before `before`. */
export async function deleteMails(trx: Trx, before: Date): Promise<void> {
  await execute(trx, 'DELETE FROM dev_mailbox WHERE sent_at < $1', [before]);
}
