import { clientKeys } from '#server/db/client-rows.ts';
import { execute, type Trx } from '#server/db/connection.ts';
import { prepared } from '#server/db/statement.ts';

const ORDERS = `SELECT FROM json_to_recordset($2) AS w (client_id bigint, id bigint)
  JOIN orders o ON o.client_id = $1 AND o.id = w.id WHERE w.client_id = $1 ORDER BY o.id FOR UPDATE OF o`;

const LOCK = prepared('lock_orders', ORDERS);

/** Locks the client's orders, always in the order of their ids, so that two writers never deadlock. */
export async function lockOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<void> {
  await execute(trx, LOCK, [clientId, clientKeys(clientId, ids)]);
}

const LOCK_FREE = prepared('lock_free_orders', `${ORDERS} SKIP LOCKED`);

/**
 * Locks the given orders that no other transaction has locked, without waiting.
 *
 * @returns whether it locked all of them
 */
export async function lockFreeOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<boolean> {
  return (await execute(trx, LOCK_FREE, [clientId, clientKeys(clientId, ids)])) === ids.length;
}
