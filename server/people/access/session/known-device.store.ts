import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';

/** Most devices that are kept of a user. */
const MAX_DEVICES = 50;

const KNOWN_DEVICE = statement(
  'known-device.known-device',
  `SELECT last_seen_at < $4::timestamptz - interval '1 day' AS stale FROM known_devices
   WHERE client_id = $1 AND user_id = $2 AND hash = $3`,
);

/** Records the use of a known device, once a day. @returns whether the user has logged in from it before */
export async function touchKnownDevice(
  trx: Trx,
  { clientId, userId }: UserKey,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const [known] = await run(trx, KNOWN_DEVICE, [clientId, userId, hash, now]);
  if (known?.stale) {
    await execute(
      trx,
      'UPDATE known_devices SET last_seen_at = $4 WHERE client_id = $1 AND user_id = $2 AND hash = $3',
      [clientId, userId, hash, now],
    );
  }
  return known !== undefined;
}

/** Number of a user's devices, and numbers of those that were reported by mail within the last hour and day. */
export interface DeviceCounts {
  total: number;
  hour: number;
  day: number;
}

const LOCK_AND_COUNT_DEVICES: Statement<DeviceCounts> = statement(
  'known-device.lock-and-count-devices',
  `SELECT count(*)::integer AS total,
     count(*) FILTER (WHERE reported AND first_seen_at > $3::timestamptz - interval '1 hour')::integer AS hour,
     count(*) FILTER (WHERE reported AND first_seen_at > $3::timestamptz - interval '1 day')::integer AS day
   FROM known_devices WHERE client_id = $1 AND user_id = $2`,
);

/** Locks the user, so that concurrent logins are counted one after the other, and counts the user's devices. */
export async function lockAndCountDevices(trx: Trx, { clientId, userId }: UserKey, now: Date): Promise<DeviceCounts> {
  // Not FOR UPDATE, which would wait for every insert that refers to the user.
  await execute(trx, 'SELECT FROM users WHERE client_id = $1 AND id = $2 FOR NO KEY UPDATE', [clientId, userId]);
  const [counts] = await run(trx, LOCK_AND_COUNT_DEVICES, [clientId, userId, now]);
  return counts ?? { total: 0, hour: 0, day: 0 };
}

// Devices that were reported within a day are kept, because they are counted.
const EVICT = `
  DELETE FROM known_devices WHERE client_id = $1 AND user_id = $2 AND hash IN (
    SELECT hash FROM known_devices WHERE client_id = $1 AND user_id = $2
    ORDER BY reported AND first_seen_at > $4::timestamptz - interval '1 day' DESC, last_seen_at DESC OFFSET $3)`;

const DELETE_DEVICES = statement('known-device.delete-devices', 'SELECT delete_unused_devices($1, $2) AS n');

/** Deletes up to `limit` devices of all users that were last used before `before`. @returns how many */
export async function deleteDevices(trx: Trx, before: Date, limit: number): Promise<number> {
  const [row] = await run(trx, DELETE_DEVICES, [before, limit]);
  return row?.n ?? 0;
}

/** Adds a device and deletes the least recently used ones beyond the maximum. @returns false if it was added meanwhile */
export async function insertDevice(
  trx: Trx,
  { clientId, userId }: UserKey,
  { hash, reported, now }: { hash: Buffer; reported: boolean; now: Date },
): Promise<boolean> {
  const added = await execute(
    trx,
    `INSERT INTO known_devices (client_id, user_id, hash, first_seen_at, last_seen_at, reported)
     VALUES ($1, $2, $3, $4, $4, $5) ON CONFLICT DO NOTHING`,
    [clientId, userId, hash, now, reported],
  );
  await execute(trx, EVICT, [clientId, userId, MAX_DEVICES, now]);
  return added > 0;
}
