import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { hasFactor, hasPasskey } from '#server/people/domain/second-factor/has-factor.store.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';

type FoundRow = { client_id: number | null; user_id: number | null };

function toUserKey(row: FoundRow | undefined): UserKey | null {
  return row?.client_id && row.user_id ? { clientId: row.client_id, userId: row.user_id } : null;
}

const FIND_USER: Statement<FoundRow> = statement('user.find-user', 'SELECT client_id, user_id FROM find_user($1)', {
  nullable: ['client_id', 'user_id'],
});

/** Finds a user by name, ignoring case and accents. */
export async function findUser(trx: Trx, username: string): Promise<UserKey | null> {
  const [row] = await run(trx, FIND_USER, [username]);
  return toUserKey(row);
}

const FIND_USER_BY_EMAIL: Statement<FoundRow> = statement(
  'user.find-user-by-email',
  'SELECT client_id, user_id FROM find_user_by_email($1)',
  { nullable: ['client_id', 'user_id'] },
);

export async function findUserByEmail(trx: Trx, email: string): Promise<UserKey | null> {
  const [row] = await run(trx, FIND_USER_BY_EMAIL, [email]);
  return toUserKey(row);
}

export interface User {
  username: string;
  email: string;
  firstName: string;
  passwordHash: string;
  passwordEpoch: number;
  activatedAt: Date | null;
  /** Set while the company has suspended the user. */
  suspendedAt: Date | null;
  /** Reason of the provider's block of the client or the user; null if neither is blocked. */
  blockedReason: string | null;
  /** Set when the user was removed from the company. */
  removedAt: Date | null;
  /** When the provider last corrected the e-mail; null if never. */
  emailCorrectedAt: Date | null;
  /** When the former address stopped the last correction; null if it didn't. */
  emailStoppedAt: Date | null;
  /** Registrations that the address received before it was activated; 0 for an owner whom the provider invited. */
  registrations: number;
  hasFactor: boolean;
  hasPasskey: boolean;
}

/** Whether the provider invited the user, who hasn't chosen a password yet. */
export const isInvited = ({ registrations, activatedAt }: User): boolean => registrations === 0 && activatedAt === null;

const READ = `SELECT username, email, first_name AS "firstName", password_hash AS "passwordHash",
    password_epoch AS "passwordEpoch", activated_at AS "activatedAt", suspended_at AS "suspendedAt",
    removed_at AS "removedAt", email_corrected_at AS "emailCorrectedAt",
    email_stopped_at AS "emailStoppedAt", registrations, ${hasFactor('users')} AS "hasFactor", ${hasPasskey('users')} AS "hasPasskey",
    coalesce((SELECT c.blocked_reason FROM clients c WHERE c.client_id = users.client_id), blocked_reason) AS "blockedReason"
  FROM users WHERE client_id = $1 AND id = $2`;

const READ_USER: Statement<User> = statement('user.read-user', READ, { nullable: ['blockedReason'] });

export async function readUser(trx: Trx, { clientId, userId }: UserKey): Promise<User | null> {
  const [user] = await run(trx, READ_USER, [clientId, userId]);
  return user ?? null;
}

const LOCK_USER: Statement<User> = statement('user.lock-user', `${READ} FOR UPDATE`, { nullable: ['blockedReason'] });

/** Reads a user and locks the row until the transaction ends. */
export async function lockUser(trx: Trx, { clientId, userId }: UserKey): Promise<User | null> {
  const [user] = await run(trx, LOCK_USER, [clientId, userId]);
  return user ?? null;
}

/** Returns the name of a user; an empty text if the user doesn't exist. */
export async function readUsername(trx: Trx, key: UserKey): Promise<string> {
  const user = await readUser(trx, key);
  return user?.username ?? '';
}

/** Activates a user; keeps the time of an earlier activation. */
export async function activateUser(trx: Trx, { clientId, userId }: UserKey, now: Date): Promise<void> {
  await execute(trx, 'UPDATE users SET activated_at = $3 WHERE client_id = $1 AND id = $2 AND activated_at IS NULL', [
    clientId,
    userId,
    now,
  ]);
}

/** Replaces the hash of an unchanged password. Sessions stay valid. */
export async function rehash(trx: Trx, { clientId, userId }: UserKey, from: string, to: string): Promise<void> {
  await execute(trx, 'UPDATE users SET password_hash = $4 WHERE client_id = $1 AND id = $2 AND password_hash = $3', [
    clientId,
    userId,
    from,
    to,
  ]);
}
