import { execute, type Trx } from '#server/db/connection.ts';
import { prepared } from '#server/db/statement.ts';

const LOCK = prepared(
  'lock_orders',
  'SELECT FROM orders WHERE client_id = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR UPDATE',
);

/** Locks the client's orders, always in the order of their ids, so that two writers never deadlock. */
export async function lockOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<void> {
  await execute(trx, LOCK, [clientId, ids]);
}

const LOCK_FREE = prepared(
  'lock_free_orders',
  'SELECT FROM orders WHERE client_id = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR UPDATE SKIP LOCKED',
);

/**
 * Locks those of the client's orders that no other transaction has locked, without waiting.
 *
 * @returns whether it locked all of them
 */
export async function lockFreeOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<boolean> {
  return (await execute(trx, LOCK_FREE, [clientId, ids])) === ids.length;
}
