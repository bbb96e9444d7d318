import { execute, run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { hasFactor } from '#server/people/domain/second-factor/has-factor.store.ts';

const READ_REQUIREMENT = statement(
  'required-factor.read-requirement',
  'SELECT factor_required_from AS "from" FROM clients WHERE client_id = $1',
);

/** Reads from when the company requires a second factor; null if it doesn't. */
export async function readRequirement(trx: Trx, clientId: number): Promise<Date | null> {
  const [client] = await run(trx, READ_REQUIREMENT, [clientId]);
  return client?.from ?? null;
}

/** Requires a second factor from a moment on, or ends the requirement with null. */
export async function setRequirement(trx: Trx, clientId: number, from: Date | null): Promise<void> {
  await execute(trx, 'UPDATE clients SET factor_required_from = $2 WHERE client_id = $1', [clientId, from]);
}

const USERS_WITH_FACTOR = statement(
  'required-factor.users-with-factor',
  `SELECT u.id FROM users u WHERE u.client_id = $1 AND u.removed_at IS NULL AND ${hasFactor('u')}`,
);

/** Returns the ids of the company's users who have a second factor. */
export async function usersWithFactor(trx: Trx, clientId: number): Promise<ReadonlySet<number>> {
  const users = await run(trx, USERS_WITH_FACTOR, [clientId]);
  return new Set(users.map(({ id }) => id));
}
