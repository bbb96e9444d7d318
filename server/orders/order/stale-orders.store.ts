import { execute, run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';

const READ_CLIENTS_WITH_STALE_ORDERS = statement(
  'stale-orders.read-clients-with-stale-orders',
  'SELECT client_id FROM clients_with_stale_orders()',
);

/** Returns the ids of clients with stale orders. `trx` is a transaction without a client. */
export async function readClientsWithStaleOrders(trx: Trx): Promise<number[]> {
  const rows = await run(trx, READ_CLIENTS_WITH_STALE_ORDERS);
  return rows.map(({ client_id }) => client_id);
}

const READ_STALE_ORDERS = statement(
  'stale-orders.read-stale-orders',
  'SELECT order_pk FROM stale_orders WHERE client_id = $1 ORDER BY order_pk LIMIT $2',
);

/** Returns the ids of the client's next stale orders. */
export async function readStaleOrders(trx: Trx, clientId: number, limit: number): Promise<number[]> {
  const rows = await run(trx, READ_STALE_ORDERS, [clientId, limit]);
  return rows.map(({ order_pk }) => order_pk);
}

/** Removes recomputed orders from the list of stale orders. */
export async function deleteStaleOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<void> {
  await execute(trx, 'DELETE FROM stale_orders WHERE client_id = $1 AND order_pk = ANY($2::bigint[])', [clientId, ids]);
}
