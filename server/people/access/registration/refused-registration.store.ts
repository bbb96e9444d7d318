import { execute, run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import type { User } from '#server/people/access/user.store.ts';

/**
 * Keeps name and password of a registration with the e-mail of an active account, instead of an earlier one with this e-mail.
 *
 * @throws a violation of `user_directory_pkey` for a taken name
 */
export async function keepRefusedRegistration(
  trx: Trx,
  { username, email, passwordHash }: { username: string; email: string; passwordHash: string },
): Promise<void> {
  await execute(trx, 'SELECT refuse_registration($1, $2, $3)', [username, email, passwordHash]);
}

const FIND_REFUSED_REGISTRATION = statement(
  'refused-registration.find-refused-registration',
  'SELECT address, password FROM find_refused_registration($1)',
  { nullable: ['address', 'password'] },
);

/** Finds a refused registration by its name, as the account that it would be: not activated. Null if there is none. */
export async function findRefusedRegistration(trx: Trx, username: string): Promise<User | null> {
  const [found] = await run(trx, FIND_REFUSED_REGISTRATION, [username]);
  if (!found?.address || !found.password) return null;
  return {
    username,
    email: found.address,
    firstName: '',
    passwordHash: found.password,
    passwordEpoch: 1,
    activatedAt: null,
    suspendedAt: null,
    emailCorrectedAt: null,
    emailStoppedAt: null,
    blockedReason: null,
    removedAt: null,
    registrations: 1,
    hasFactor: false,
    hasPasskey: false,
  };
}

/** Frees the name of the refused registration of an e-mail. */
export async function forgetRefusedRegistration(trx: Trx, email: string): Promise<void> {
  await execute(trx, 'SELECT forget_refused_registration($1)', [email]);
}

const DELETE_OUTDATED_ROWS = statement(
  'refused-registration.delete-outdated-rows',
  'SELECT delete_outdated_refused_registrations($1) AS n',
);

/** Deletes up to `limit` refused registrations whose e-mail has no account any more. @returns how many */
export async function deleteOutdatedRows(trx: Trx, limit: number): Promise<number> {
  const [row] = await run(trx, DELETE_OUTDATED_ROWS, [limit]);
  return row?.n ?? 0;
}
