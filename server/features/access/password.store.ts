import { execute, run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { forBothKinds, keyOf, sessionKeyOf, tablesOf } from '#server/domain/principal-tables.ts';
import type { Principal } from '#server/platform/principal.ts';

const READ_PASSWORD_HASH = forBothKinds(({ kind, people, person }) =>
  statement(`${kind}-password.read-hash`, `SELECT password_hash AS hash FROM ${people} WHERE ${person.is(1)}`),
);

/** Reads the hash of a person's password; null for a person without one. */
export async function readPasswordHash(trx: Trx, principal: Principal): Promise<string | null> {
  const [row] = await run(trx, READ_PASSWORD_HASH[principal.kind], keyOf(principal));
  return row?.hash ?? null;
}

const SET_PASSWORD = forBothKinds(({ kind, people, person }) =>
  statement(
    `${kind}-password.set-password`,
    `UPDATE ${people} SET password_hash = $1, password_epoch = password_epoch + 1 WHERE ${person.is(2)}
     RETURNING password_epoch AS epoch`,
  ),
);

/** Stores a new password and increments its epoch, which invalidates the person's sessions. @returns the new epoch */
export async function setPassword(trx: Trx, principal: Principal, hash: string): Promise<number> {
  const [row] = await run(trx, SET_PASSWORD[principal.kind], [hash, ...keyOf(principal)]);
  if (!row) throw new Error('cannot set the password: the person does not exist');
  return row.epoch;
}

/** Sets the password epoch of a person's session, so that the session stays valid after a password change. */
export async function updateSessionEpoch(
  trx: Trx,
  principal: Principal,
  sessionId: string | number,
  epoch: number,
): Promise<void> {
  const { sessions, session } = tablesOf(principal);
  await execute(trx, `UPDATE ${sessions} SET password_epoch = $1 WHERE ${session.is(2)}`, [
    epoch,
    ...sessionKeyOf(principal, sessionId),
  ]);
}
