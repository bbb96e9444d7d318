import { execute, run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { forBothKinds, keyOf, sessionKeyOf, tablesOf } from '#server/people/domain/principal-tables.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';

const READ_PASSWORD = forBothKinds(({ kind, people, person }) =>
  statement(
    `${kind}-password.read-password`,
    `SELECT password_hash AS hash, password_epoch AS epoch FROM ${people} WHERE ${person.is(1)}`,
  ),
);

/** A person's password. */
export interface StoredPassword {
  /** Null for a person without one. */
  hash: string | null;
  /** Increases with each change. */
  epoch: number;
}

/** Reads a person's password; null for an unknown person. */
export async function readPassword(trx: Trx, principal: Principal): Promise<StoredPassword | null> {
  const [row] = await run(trx, READ_PASSWORD[principal.kind], keyOf(principal));
  return row ?? null;
}

/** Locks a person. @returns whether the password still has the epoch */
export async function lockPassword(trx: Trx, principal: Principal, epoch: number): Promise<boolean> {
  const { people, person } = tablesOf(principal);
  const text = `SELECT FROM ${people} WHERE password_epoch = $1 AND ${person.is(2)} FOR NO KEY UPDATE`;
  return (await execute(trx, text, [epoch, ...keyOf(principal)])) > 0;
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

/** Sets the password epoch of a person's session, so that it stays valid after a password change. @returns whether it is open */
export async function updateSessionEpoch(
  trx: Trx,
  principal: Principal,
  sessionId: string | number,
  epoch: number,
): Promise<boolean> {
  const { sessions, session } = tablesOf(principal);
  const text = `UPDATE ${sessions} SET password_epoch = $1 WHERE ${session.is(2)} AND revoked_at IS NULL`;
  return (await execute(trx, text, [epoch, ...sessionKeyOf(principal, sessionId)])) > 0;
}
