import { run, type Trx } from '#server/db/connection.ts';

/** Where a person is: ids alone, from the directory. */
export interface UserKey {
  clientId: number;
  userId: number;
}

type FoundRow = { client_id: number | null; user_id: number | null };

function toUserKey(row: FoundRow | undefined): UserKey | null {
  return row?.client_id && row.user_id ? { clientId: row.client_id, userId: row.user_id } : null;
}

/** By the user's name, case and accents apart. */
export async function findUser(trx: Trx, username: string): Promise<UserKey | null> {
  const [row] = await run<FoundRow>(trx, 'SELECT client_id, user_id FROM find_user($1)', [username]);
  return toUserKey(row);
}

export async function findUserByEmail(trx: Trx, email: string): Promise<UserKey | null> {
  const [row] = await run<FoundRow>(trx, 'SELECT client_id, user_id FROM find_user_by_email($1)', [email]);
  return toUserKey(row);
}

export interface User {
  username: string;
  email: string;
  firstName: string;
  passwordHash: string;
  passwordEpoch: number;
  activatedAt: Date | null;
  /** Registrations that the address received before it was activated. */
  registrations: number;
}

export async function readUser(trx: Trx, { clientId, userId }: UserKey): Promise<User | null> {
  const [user] = await run<User>(trx, READ, [clientId, userId]);
  return user ?? null;
}

/** The same, and keeps others from changing the user until the transaction ends. */
export async function lockUser(trx: Trx, { clientId, userId }: UserKey): Promise<User | null> {
  const [user] = await run<User>(trx, `${READ} FOR UPDATE`, [clientId, userId]);
  return user ?? null;
}

const READ = `SELECT username, email, first_name AS "firstName", password_hash AS "passwordHash",
    password_epoch AS "passwordEpoch", activated_at AS "activatedAt", registrations
  FROM users WHERE client_id = $1 AND id = $2`;

/** Activates; a second time changes nothing. */
export async function activateUser(trx: Trx, { clientId, userId }: UserKey, now: Date): Promise<void> {
  await run(trx, 'UPDATE users SET activated_at = $3 WHERE client_id = $1 AND id = $2 AND activated_at IS NULL', [
    clientId,
    userId,
    now,
  ]);
}

/** Stores another hash of the same password: sessions stay. */
export async function rehash(trx: Trx, { clientId, userId }: UserKey, from: string, to: string): Promise<void> {
  await run(trx, 'UPDATE users SET password_hash = $4 WHERE client_id = $1 AND id = $2 AND password_hash = $3', [
    clientId,
    userId,
    from,
    to,
  ]);
}

/** Stores a new password. The epoch that it raises is the end of every session of the old one. */
export async function setPassword(trx: Trx, { clientId, userId }: UserKey, hash: string): Promise<number> {
  const [user] = await run<{ password_epoch: number }>(
    trx,
    `UPDATE users SET password_hash = $3, password_epoch = password_epoch + 1 WHERE client_id = $1 AND id = $2
     RETURNING password_epoch`,
    [clientId, userId, hash],
  );
  if (!user) throw new Error('the user of a new password is gone');
  return user.password_epoch;
}
