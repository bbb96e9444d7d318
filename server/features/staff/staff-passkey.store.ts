import { run, type Trx } from '#server/db/connection.ts';
import type { StoredPasskey, TakenChallenge } from '#server/domain/second-factor/passkey.ts';
import type { Passkey } from '#shared/passkey.ts';

/** Stores the challenge that a session answers next. It replaces an earlier one. */
export async function writeChallenge(trx: Trx, sessionId: number, challenge: Buffer, endsAt: Date): Promise<void> {
  await run(trx, 'UPDATE staff_sessions SET passkey_challenge = $2, passkey_challenge_ends_at = $3 WHERE id = $1', [
    sessionId,
    challenge,
    endsAt,
  ]);
}

/** Takes the challenge of a session, so that no other answer is compared with it. @returns null without one */
export async function takeChallenge(trx: Trx, sessionId: number, now: Date): Promise<TakenChallenge | null> {
  const [taken] = await run<TakenChallenge>(
    trx,
    `WITH current AS (
       SELECT id, passkey_challenge AS challenge, passkey_challenge_ends_at <= $2 AS expired FROM staff_sessions
       WHERE id = $1 AND passkey_challenge IS NOT NULL FOR UPDATE)
     UPDATE staff_sessions s SET passkey_challenge = NULL, passkey_challenge_ends_at = NULL FROM current
     WHERE s.id = current.id RETURNING current.challenge, current.expired`,
    [sessionId, now],
  );
  return taken ?? null;
}

const COLUMNS = 'credential_id AS "credentialId", public_key AS "publicKey", counter, transports';

/** Reads the keys of a person's passkeys. */
export async function readPasskeys(trx: Trx, staffId: number): Promise<StoredPasskey[]> {
  return run<StoredPasskey>(
    trx,
    `SELECT ${COLUMNS} FROM staff_passkeys WHERE staff_id = $1 AND removed_at IS NULL ORDER BY id`,
    [staffId],
  );
}

/** Finds a passkey of a person by the id that its authenticator chose. */
export async function findPasskey(trx: Trx, staffId: number, credentialId: string): Promise<StoredPasskey | null> {
  const [found] = await run<StoredPasskey>(
    trx,
    `SELECT ${COLUMNS} FROM staff_passkeys WHERE staff_id = $1 AND credential_id = $2 AND removed_at IS NULL`,
    [staffId, credentialId],
  );
  return found ?? null;
}

/** Reads a person's passkeys on the wire, the oldest first. */
export async function listPasskeyRows(trx: Trx, staffId: number): Promise<Passkey[]> {
  return run<Passkey>(
    trx,
    `SELECT id, name, wire_time(created_at) AS created_at, wire_time(used_at) AS used_at FROM staff_passkeys
     WHERE staff_id = $1 AND removed_at IS NULL ORDER BY id`,
    [staffId],
  );
}

/** Adds a passkey. @returns whether the person didn't have it */
export async function insertPasskey(
  trx: Trx,
  staffId: number,
  { name, credentialId, publicKey, counter, transports }: StoredPasskey & { name: string },
  now: Date,
): Promise<boolean> {
  const added = await run(
    trx,
    `INSERT INTO staff_passkeys (staff_id, name, credential_id, public_key, counter, transports, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (staff_id, credential_id) WHERE removed_at IS NULL DO NOTHING RETURNING id`,
    [staffId, name, credentialId, publicKey, counter, transports, now],
  );
  return added.length > 0;
}

/** Records a use of a passkey. */
export async function writeUse(
  trx: Trx,
  staffId: number,
  { credentialId, counter, now }: { credentialId: string; counter: number; now: Date },
): Promise<void> {
  await run(
    trx,
    `UPDATE staff_passkeys SET counter = $3, used_at = $4
     WHERE staff_id = $1 AND credential_id = $2 AND removed_at IS NULL`,
    [staffId, credentialId, counter, now],
  );
}

/** Marks a passkey of a person as removed. @returns whether there was one with this id */
export async function markPasskeyRemoved(trx: Trx, staffId: number, id: number, now: Date): Promise<boolean> {
  const removed = await run(
    trx,
    'UPDATE staff_passkeys SET removed_at = $3 WHERE staff_id = $1 AND id = $2 AND removed_at IS NULL RETURNING id',
    [staffId, id, now],
  );
  return removed.length > 0;
}
