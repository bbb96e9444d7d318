import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { KEY_ID_BYTES } from '#server/platform/secret-encryption.ts';

export async function writePendingSecret(trx: Trx, staffId: number, encrypted: Buffer): Promise<void> {
  await execute(trx, 'UPDATE staff SET totp_pending = $2 WHERE id = $1', [staffId, encrypted]);
}

/** Makes the pending secret the confirmed one. @param step time step of the code that confirmed it */
export async function confirmPendingSecret(trx: Trx, staffId: number, step: number, now: Date): Promise<void> {
  await execute(
    trx,
    `UPDATE staff SET totp_secret = totp_pending, totp_pending = NULL, totp_step = $2, totp_confirmed_at = $3
     WHERE id = $1`,
    [staffId, step, now],
  );
}

/** Records the time step of an accepted code. The row must be locked. */
export async function writeAcceptedStep(trx: Trx, staffId: number, step: number): Promise<void> {
  await execute(trx, 'UPDATE staff SET totp_step = $2 WHERE id = $1', [staffId, step]);
}

/** Replaces the unused backup codes of a person. */
export async function replaceBackupCodes(
  trx: Trx,
  staffId: number,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await execute(trx, 'UPDATE staff_backup_codes SET used_at = $2 WHERE staff_id = $1 AND used_at IS NULL', [
    staffId,
    now,
  ]);
  await execute(
    trx,
    'INSERT INTO staff_backup_codes (staff_id, hash, created_at) SELECT $1, hash, $3 FROM unnest($2::bytea[]) AS hash',
    [staffId, hashes, now],
  );
}

/** Marks an unused backup code or a valid code of recovery as used. @returns whether there was one */
export async function markBackupCodeUsed(trx: Trx, staffId: number, hash: Buffer, now: Date): Promise<boolean> {
  const used = await execute(
    trx,
    `UPDATE staff_backup_codes SET used_at = $3
     WHERE staff_id = $1 AND hash = $2 AND used_at IS NULL AND (expires_at IS NULL OR expires_at > $3)`,
    [staffId, hash, now],
  );
  return used > 0;
}

/** Adds a code of recovery, which ends an earlier one. */
export async function insertRecoveryCode(
  trx: Trx,
  staffId: number,
  { hash, now, expiresAt }: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await execute(
    trx,
    'UPDATE staff_backup_codes SET used_at = $2 WHERE staff_id = $1 AND used_at IS NULL AND expires_at IS NOT NULL',
    [staffId, now],
  );
  await execute(
    trx,
    'INSERT INTO staff_backup_codes (staff_id, hash, created_at, expires_at) VALUES ($1, $2, $3, $4)',
    [staffId, hash, now, expiresAt],
  );
}

const COUNT_BACKUP_CODES = statement(
  'staff-second-factor.count-backup-codes',
  `SELECT count(*)::integer AS n FROM staff_backup_codes
   WHERE staff_id = $1 AND used_at IS NULL AND expires_at IS NULL`,
);

export async function countBackupCodes(trx: Trx, staffId: number): Promise<number> {
  const [row] = await run(trx, COUNT_BACKUP_CODES, [staffId]);
  return row?.n ?? 0;
}

/** Secrets of a person. */
export interface EncryptedSecrets {
  id: number;
  secret: Buffer | null;
  pending: Buffer | null;
}

const LOCK_SECRETS_OF_OTHER_KEYS: Statement<EncryptedSecrets> = statement(
  'staff-second-factor.lock-secrets-of-other-keys',
  `SELECT id, totp_secret AS secret, totp_pending AS pending FROM staff
   WHERE substring(totp_secret FOR ${KEY_ID_BYTES}) <> $1 OR substring(totp_pending FOR ${KEY_ID_BYTES}) <> $1
   ORDER BY id LIMIT $2 FOR UPDATE`,
);

/** Locks people with a secret of another key than `keyId`. */
export async function lockSecretsOfOtherKeys(trx: Trx, keyId: Buffer, limit: number): Promise<EncryptedSecrets[]> {
  return run(trx, LOCK_SECRETS_OF_OTHER_KEYS, [keyId, limit]);
}

export async function writeSecrets(trx: Trx, { id, secret, pending }: EncryptedSecrets): Promise<void> {
  await execute(trx, 'UPDATE staff SET totp_secret = $2, totp_pending = $3 WHERE id = $1', [id, secret, pending]);
}
