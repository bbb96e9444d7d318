import { run, type Trx } from '#server/db/connection.ts';

/** Deletes the next rows that have expired. @returns how many */
export async function sweepExpired(trx: Trx, now: Date, limit: number): Promise<number> {
  const [row] = await run<{ n: number }>(trx, 'SELECT sweep_expired($1, $2) AS n', [now, limit]);
  return row?.n ?? 0;
}

/** Who there is. @param trx one of the role provider, which alone sees all */
export async function readClientIds(trx: Trx): Promise<number[]> {
  const rows = await run<{ client_id: number }>(trx, 'SELECT client_id FROM clients ORDER BY client_id');
  return rows.map(({ client_id }) => client_id);
}
