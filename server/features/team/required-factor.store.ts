import { run, type Trx } from '#server/db/connection.ts';
import { hasFactor } from '#server/domain/second-factor/has-factor.store.ts';

/** Reads from when the company requires a second factor; null if it doesn't. */
export async function readRequirement(trx: Trx, clientId: number): Promise<Date | null> {
  const [client] = await run<{ from: Date | null }>(
    trx,
    'SELECT factor_required_from AS "from" FROM clients WHERE client_id = $1',
    [clientId],
  );
  return client?.from ?? null;
}

/** Requires a second factor from a moment on, or ends the requirement with null. */
export async function setRequirement(trx: Trx, clientId: number, from: Date | null): Promise<void> {
  await run(trx, 'UPDATE clients SET factor_required_from = $2 WHERE client_id = $1', [clientId, from]);
}

/** Returns the ids of the company's users who have a second factor. */
export async function usersWithFactor(trx: Trx, clientId: number): Promise<ReadonlySet<number>> {
  const users = await run<{ id: number }>(
    trx,
    `SELECT u.id FROM users u WHERE u.client_id = $1 AND u.removed_at IS NULL AND ${hasFactor('u')}`,
    [clientId],
  );
  return new Set(users.map(({ id }) => id));
}
