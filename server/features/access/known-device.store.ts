import { run, type Trx } from '#server/db/connection.ts';
import type { UserKey } from '#server/domain/user-key.ts';

/** Most devices that are kept of a user. */
const MAX_DEVICES = 50;

/** Records the use of a known device, once a day. @returns whether the user has logged in from it before */
export async function touchKnownDevice(
  trx: Trx,
  { clientId, userId }: UserKey,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const [known] = await run<{ stale: boolean }>(
    trx,
    `SELECT last_seen_at < $4::timestamptz - interval '1 day' AS stale FROM known_devices
     WHERE client_id = $1 AND user_id = $2 AND hash = $3`,
    [clientId, userId, hash, now],
  );
  if (known?.stale) {
    await run(trx, 'UPDATE known_devices SET last_seen_at = $4 WHERE client_id = $1 AND user_id = $2 AND hash = $3', [
      clientId,
      userId,
      hash,
      now,
    ]);
  }
  return known !== undefined;
}

/** Number of a user's devices, and numbers of those that were reported by mail within the last hour and day. */
export interface DeviceCounts {
  total: number;
  hour: number;
  day: number;
}

/** Locks the user, so that concurrent logins are counted one after the other, and counts the user's devices. */
export async function lockAndCountDevices(trx: Trx, { clientId, userId }: UserKey, now: Date): Promise<DeviceCounts> {
  // Not FOR UPDATE, which would wait for every insert that refers to the user.
  await run(trx, 'SELECT FROM users WHERE client_id = $1 AND id = $2 FOR NO KEY UPDATE', [clientId, userId]);
  const [counts] = await run<DeviceCounts>(
    trx,
    `SELECT count(*)::integer AS total,
       count(*) FILTER (WHERE reported AND first_seen_at > $3::timestamptz - interval '1 hour')::integer AS hour,
       count(*) FILTER (WHERE reported AND first_seen_at > $3::timestamptz - interval '1 day')::integer AS day
     FROM known_devices WHERE client_id = $1 AND user_id = $2`,
    [clientId, userId, now],
  );
  return counts ?? { total: 0, hour: 0, day: 0 };
}

// Devices that were reported within a day are kept, because they are counted.
const EVICT = `
  DELETE FROM known_devices WHERE client_id = $1 AND user_id = $2 AND hash IN (
    SELECT hash FROM known_devices WHERE client_id = $1 AND user_id = $2
    ORDER BY reported AND first_seen_at > $4::timestamptz - interval '1 day' DESC, last_seen_at DESC OFFSET $3)`;

/** Deletes up to `limit` devices of all users that were last used before `before`. @returns how many */
export async function deleteDevices(trx: Trx, before: Date, limit: number): Promise<number> {
  const [row] = await run<{ n: number }>(trx, 'SELECT delete_unused_devices($1, $2) AS n', [before, limit]);
  return row?.n ?? 0;
}

/** Adds a device and deletes the least recently used ones beyond the maximum. @returns false if it was added meanwhile */
export async function insertDevice(
  trx: Trx,
  { clientId, userId }: UserKey,
  { hash, reported, now }: { hash: Buffer; reported: boolean; now: Date },
): Promise<boolean> {
  const added = await run(
    trx,
    `INSERT INTO known_devices (client_id, user_id, hash, first_seen_at, last_seen_at, reported)
     VALUES ($1, $2, $3, $4, $4, $5) ON CONFLICT DO NOTHING RETURNING hash`,
    [clientId, userId, hash, now, reported],
  );
  await run(trx, EVICT, [clientId, userId, MAX_DEVICES, now]);
  return added.length > 0;
}
