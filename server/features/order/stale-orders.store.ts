import { run, type Trx } from '#server/db/connection.ts';

/** Returns the ids of clients with stale orders. `trx` is a transaction without a client. */
export async function readClientsWithStaleOrders(trx: Trx): Promise<number[]> {
  const rows = await run<{ client_id: number }>(trx, 'SELECT client_id FROM clients_with_stale_orders()');
  return rows.map(({ client_id }) => client_id);
}

/** Returns the ids of the client's next stale orders. */
export async function readStaleOrders(trx: Trx, clientId: number, limit: number): Promise<number[]> {
  const rows = await run<{ order_pk: number }>(
    trx,
    'SELECT order_pk FROM stale_orders WHERE client_id = $1 ORDER BY order_pk LIMIT $2',
    [clientId, limit],
  );
  return rows.map(({ order_pk }) => order_pk);
}

/** Removes recomputed orders from the list of stale orders. */
export async function deleteStaleOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<void> {
  await run(trx, 'DELETE FROM stale_orders WHERE client_id = $1 AND order_pk = ANY($2::bigint[])', [clientId, ids]);
}
