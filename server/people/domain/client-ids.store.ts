import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';

const READ_CLIENT_IDS = statement('client-ids.read-client-ids', 'SELECT client_id FROM clients ORDER BY client_id');

/**
 * Returns the ids of all clients.
 *
 * @param trx a transaction of the role `provider`, the only one that sees all clients
 */
export async function readClientIds(trx: Trx): Promise<number[]> {
  const rows = await run(trx, READ_CLIENT_IDS);
  return rows.map(({ client_id }) => client_id);
}
