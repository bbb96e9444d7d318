import { run, type Trx } from '#server/db/connection.ts';

/**
 * Returns the ids of all clients.
 *
 * @param trx a transaction of the role `provider`, the only one that sees all clients
 */
export async function readClientIds(trx: Trx): Promise<number[]> {
  const rows = await run<{ client_id: number }>(trx, 'SELECT client_id FROM clients ORDER BY client_id');
  return rows.map(({ client_id }) => client_id);
}
