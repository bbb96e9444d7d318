import { execute, type Trx } from '#server/db/connection.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';

/** Most browsers that a user trusts. */
const MAX_DEVICES = 10;

/** A browser that a user trusts, and the epoch of the password that was compared. */
export interface TrustedDevice extends UserKey {
  hash: Buffer;
  passwordEpoch: number;
}

/** Returns whether a user trusts a browser, and hasn't changed the password since. */
export async function isTrusted(
  trx: Trx,
  { clientId, userId, hash, passwordEpoch }: TrustedDevice,
  now: Date,
): Promise<boolean> {
  const found = await execute(
    trx,
    `SELECT FROM trusted_devices
     WHERE client_id = $1 AND user_id = $2 AND hash = $3 AND password_epoch = $4 AND expires_at > $5`,
    [clientId, userId, hash, passwordEpoch, now],
  );
  return found > 0;
}

/** Trusts a browser, and forgets the oldest ones beyond the maximum. */
export async function insertTrusted(
  trx: Trx,
  { clientId, userId, hash, passwordEpoch }: TrustedDevice,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await execute(
    trx,
    `DELETE FROM trusted_devices WHERE client_id = $1 AND user_id = $2 AND hash IN (
       SELECT hash FROM trusted_devices WHERE client_id = $1 AND user_id = $2 ORDER BY created_at DESC OFFSET $3)`,
    [clientId, userId, MAX_DEVICES - 1],
  );
  await execute(
    trx,
    `INSERT INTO trusted_devices (client_id, user_id, hash, password_epoch, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [clientId, userId, hash, passwordEpoch, now, expiresAt],
  );
}

/** Deletes the trust of a client's users that has expired. */
export async function deleteExpiredTrust(trx: Trx, clientId: number, now: Date): Promise<void> {
  await execute(trx, 'DELETE FROM trusted_devices WHERE client_id = $1 AND expires_at <= $2', [clientId, now]);
}
