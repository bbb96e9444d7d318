import { execute, run, type Trx } from '#server/db/connection.ts';
import { microsecondsSql, type RowPosition, timeSql } from '#server/db/list/row-position.ts';
import { statement } from '#server/db/statement.ts';
import { NON_DELIVERY_REASONS } from '#shared/orders/rules/parcel/non-delivery-reasons.ts';
import { FINAL_STATES } from '#shared/orders/rules/parcel/shipment-states.ts';
import type { StateGroup } from '#shared/orders/rules/state-group.ts';
import { MASKED } from '#shared/people/rules/masked.ts';

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

/**
 * See `readOldIncidents`. Shipments of printable orders aren't read: not all of them are final. OFFSET keeps PostgreSQL from reading all
 * shipments of the client into a hash, which it would do for many incidents.
 */
export const READ_OLD_INCIDENTS = statement(
  'maintenance.read-old-incidents',
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

/** See `readOrdersOfGroup`. */
export const READ_ORDERS_OF_GROUP = statement(
  'maintenance.read-orders-of-group',
  `SELECT ${microsecondsSql('updated_at')} AS at_us, id FROM orders
   WHERE client_id = $1 AND state_group = $2 AND (updated_at, id) > (${timeSql('$3')}, $4)
   ORDER BY updated_at, id LIMIT $5`,
);

/** Returns the client's next orders of a group, least recently changed first. */
export function readOrdersOfGroup(
  trx: Trx,
  clientId: number,
  { group, after, limit }: { group: StateGroup; after: RowPosition; limit: number },
): Promise<RowPosition[]> {
  return run(trx, READ_ORDERS_OF_GROUP, [clientId, group, after.at_us, after.id, limit]);
}

/** See `readSubjectsOfItems`. */
export const READ_SUBJECTS_OF_ITEMS = statement(
  'maintenance.read-subjects-of-items',
  `SELECT i.id, coalesce((SELECT o.state_group <> ALL ($4::text[]) FROM orders o
       WHERE o.client_id = $1 AND o.id = i.id), true) AS other
   FROM (SELECT DISTINCT subject_id AS id FROM open_items WHERE client_id = $1 AND subject_id > $2
     ORDER BY subject_id LIMIT $3) i ORDER BY i.id`,
);

/** Returns the client's next subjects that have items, in the order of their ids, and whether they aren't orders of the groups. */
export function readSubjectsOfItems(
  trx: Trx,
  clientId: number,
  { groups, after, limit }: { groups: readonly StateGroup[]; after: number; limit: number },
): Promise<{ id: number; other: boolean }[]> {
  return run(trx, READ_SUBJECTS_OF_ITEMS, [clientId, after, limit, groups]);
}
