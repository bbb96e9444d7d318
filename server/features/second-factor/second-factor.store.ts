import { execute, run, type Trx } from '#server/db/connection.ts';
import type { Read } from '#server/db/database.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/domain/user-key.ts';

/** Secrets of a user's authenticator app. */
export interface UserFactor {
  /** Confirmed secret, encrypted; null without a second factor. */
  secret: Buffer | null;
  /** Time step of the last accepted code. */
  lastStep: number | null;
  /** New secret that isn't confirmed yet, encrypted. */
  pending: Buffer | null;
}

const LOCK_FACTOR = statement(
  'second-factor.lock-factor',
  `SELECT secret, last_step AS "lastStep", confirmed_at IS NOT NULL AS confirmed FROM user_factors
   WHERE client_id = $1 AND user_id = $2 AND kind = 'app'`,
);

/** Locks the user, so that all uses and changes of a second factor are made one after the other, and reads its secrets. */
export async function lockFactor(trx: Trx, { clientId, userId }: UserKey): Promise<UserFactor> {
  // Not FOR UPDATE, which would wait for every insert that refers to the user.
  await execute(trx, 'SELECT FROM users WHERE client_id = $1 AND id = $2 FOR NO KEY UPDATE', [clientId, userId]);
  const rows = await run(trx, LOCK_FACTOR, [clientId, userId]);
  const confirmed = rows.find((row) => row.confirmed);
  const pending = rows.find((row) => !row.confirmed);
  return {
    secret: confirmed?.secret ?? null,
    lastStep: confirmed?.lastStep ?? null,
    pending: pending?.secret ?? null,
  };
}

/** Replaces the secret that isn't confirmed yet. */
export async function replacePending(
  trx: Trx,
  { clientId, userId }: UserKey,
  secret: Buffer,
  now: Date,
): Promise<void> {
  await execute(
    trx,
    `DELETE FROM user_factors WHERE client_id = $1 AND user_id = $2 AND kind = 'app' AND confirmed_at IS NULL`,
    [clientId, userId],
  );
  await execute(
    trx,
    `INSERT INTO user_factors (client_id, user_id, kind, secret, created_at) VALUES ($1, $2, 'app', $3, $4)`,
    [clientId, userId, secret, now],
  );
}

/** Makes the pending secret the confirmed one. @param step time step of the code that confirmed it */
export async function confirmPending(trx: Trx, { clientId, userId }: UserKey, step: number, now: Date): Promise<void> {
  await execute(
    trx,
    `DELETE FROM user_factors WHERE client_id = $1 AND user_id = $2 AND kind = 'app' AND confirmed_at IS NOT NULL`,
    [clientId, userId],
  );
  await execute(
    trx,
    `UPDATE user_factors SET confirmed_at = $3, last_step = $4 WHERE client_id = $1 AND user_id = $2 AND kind = 'app'`,
    [clientId, userId, now, step],
  );
}

/** Records the time step of an accepted code. */
export async function writeAcceptedStep(trx: Trx, { clientId, userId }: UserKey, step: number): Promise<void> {
  await execute(
    trx,
    `UPDATE user_factors SET last_step = $3
     WHERE client_id = $1 AND user_id = $2 AND kind = 'app' AND confirmed_at IS NOT NULL`,
    [clientId, userId, step],
  );
}

/** Deletes the second factors and backup codes of a user. */
export async function deleteFactors(trx: Trx, { clientId, userId }: UserKey): Promise<void> {
  await execute(
    trx,
    `WITH codes AS (DELETE FROM user_backup_codes WHERE client_id = $1 AND user_id = $2)
     DELETE FROM user_factors WHERE client_id = $1 AND user_id = $2`,
    [clientId, userId],
  );
}

/** Replaces the backup codes of a user. */
export async function replaceBackupCodes(
  trx: Trx,
  { clientId, userId }: UserKey,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await execute(trx, 'DELETE FROM user_backup_codes WHERE client_id = $1 AND user_id = $2', [clientId, userId]);
  await execute(
    trx,
    `INSERT INTO user_backup_codes (client_id, user_id, hash, created_at)
     SELECT $1, $2, hash, $4 FROM unnest($3::bytea[]) AS hash`,
    [clientId, userId, hashes, now],
  );
}

/** Marks an unused backup code or a valid code of recovery as used. @returns whether there was one */
export async function markBackupCodeUsed(
  trx: Trx,
  { clientId, userId }: UserKey,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await execute(
    trx,
    `UPDATE user_backup_codes SET used_at = $4
     WHERE client_id = $1 AND user_id = $2 AND hash = $3 AND used_at IS NULL AND (expires_at IS NULL OR expires_at > $4)`,
    [clientId, userId, hash, now],
  );
  return used > 0;
}

/** Adds a code of recovery, and deletes an earlier one. */
export async function insertRecoveryCode(
  trx: Trx,
  { clientId, userId }: UserKey,
  { hash, now, expiresAt }: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await execute(trx, 'DELETE FROM user_backup_codes WHERE client_id = $1 AND user_id = $2 AND expires_at IS NOT NULL', [
    clientId,
    userId,
  ]);
  await execute(
    trx,
    'INSERT INTO user_backup_codes (client_id, user_id, hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [clientId, userId, hash, now, expiresAt],
  );
}

/** Returns the query of a user's second factor on the wire. */
export const queryFactor = ({ clientId, userId }: UserKey): Read => ({
  text: `SELECT
      (SELECT wire_time(min(confirmed_at)) FROM user_factors WHERE client_id = $1 AND user_id = $2) AS since,
      (SELECT count(*)::integer FROM user_backup_codes
       WHERE client_id = $1 AND user_id = $2 AND used_at IS NULL AND expires_at IS NULL) AS backup_codes,
      (SELECT wire_time(factor_required_from) FROM clients WHERE client_id = $1) AS required_from`,
  values: [clientId, userId],
});

/** Returns whether the company requires a second factor of its users, now or soon. */
export async function isFactorRequired(trx: Trx, clientId: number): Promise<boolean> {
  const required = await execute(trx, 'SELECT FROM clients WHERE client_id = $1 AND factor_required_from IS NOT NULL', [
    clientId,
  ]);
  return required > 0;
}

/** A user as a mail about the second factor names the person. */
export interface MailedUser {
  username: string;
  email: string;
  firstName: string;
  activatedAt: Date | null;
  /** Unused backup codes. */
  backupCodes: number;
}

const READ_MAILED_USER: Statement<MailedUser> = statement(
  'second-factor.read-mailed-user',
  `SELECT username, email, first_name AS "firstName", activated_at AS "activatedAt",
     (SELECT count(*)::integer FROM user_backup_codes
      WHERE client_id = $1 AND user_id = $2 AND used_at IS NULL AND expires_at IS NULL) AS "backupCodes"
   FROM users WHERE client_id = $1 AND id = $2 AND removed_at IS NULL`,
);

/** Reads a user who wasn't removed. */
export async function readMailedUser(trx: Trx, { clientId, userId }: UserKey): Promise<MailedUser | null> {
  const [user] = await run(trx, READ_MAILED_USER, [clientId, userId]);
  return user ?? null;
}

/** A secret with the user whose it is. */
export interface EncryptedSecret {
  id: number;
  userId: number;
  secret: Buffer;
}

const LOCK_SECRETS_OF_OTHER_KEYS: Statement<EncryptedSecret> = statement(
  'second-factor.lock-secrets-of-other-keys',
  `SELECT id, user_id AS "userId", secret FROM user_factors
   WHERE client_id = $1 AND substring(secret FOR length($2::bytea)) <> $2 ORDER BY id LIMIT $3 FOR UPDATE`,
  { present: ['secret'] },
);

/** Locks secrets of a client that another key than `keyId` encrypted. */
export async function lockSecretsOfOtherKeys(
  trx: Trx,
  clientId: number,
  keyId: Buffer,
  limit: number,
): Promise<EncryptedSecret[]> {
  return run(trx, LOCK_SECRETS_OF_OTHER_KEYS, [clientId, keyId, limit]);
}

export async function writeSecret(
  trx: Trx,
  clientId: number,
  { id, secret }: Omit<EncryptedSecret, 'userId'>,
): Promise<void> {
  await execute(trx, 'UPDATE user_factors SET secret = $3 WHERE client_id = $1 AND id = $2', [clientId, id, secret]);
}
