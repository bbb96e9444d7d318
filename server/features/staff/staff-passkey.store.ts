import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { StoredPasskey, TakenChallenge } from '#server/domain/second-factor/passkey.ts';
import type { Passkey } from '#shared/passkey.ts';

/** Stores the challenge that a session answers next. It replaces an earlier one. */
export async function writeChallenge(trx: Trx, sessionId: number, challenge: Buffer, endsAt: Date): Promise<void> {
  await execute(trx, 'UPDATE staff_sessions SET passkey_challenge = $2, passkey_challenge_ends_at = $3 WHERE id = $1', [
    sessionId,
    challenge,
    endsAt,
  ]);
}

const TAKE_CHALLENGE: Statement<TakenChallenge> = statement(
  'staff-passkey.take-challenge',
  `WITH current AS (
     SELECT id, passkey_challenge AS challenge, passkey_challenge_ends_at <= $2 AS expired FROM staff_sessions
     WHERE id = $1 AND passkey_challenge IS NOT NULL FOR UPDATE)
   UPDATE staff_sessions s SET passkey_challenge = NULL, passkey_challenge_ends_at = NULL FROM current
   WHERE s.id = current.id RETURNING current.challenge, current.expired`,
  { present: ['challenge'] },
);

/** Takes the challenge of a session, so that no other answer is compared with it. @returns null without one */
export async function takeChallenge(trx: Trx, sessionId: number, now: Date): Promise<TakenChallenge | null> {
  const [taken] = await run(trx, TAKE_CHALLENGE, [sessionId, now]);
  return taken ?? null;
}

const COLUMNS = 'credential_id AS "credentialId", public_key AS "publicKey", counter, transports';

const READ_PASSKEYS: Statement<StoredPasskey> = statement(
  'staff-passkey.read-passkeys',
  `SELECT ${COLUMNS} FROM staff_passkeys WHERE staff_id = $1 AND removed_at IS NULL ORDER BY id`,
);

/** Reads the keys of a person's passkeys. */
export async function readPasskeys(trx: Trx, staffId: number): Promise<StoredPasskey[]> {
  return run(trx, READ_PASSKEYS, [staffId]);
}

const FIND_PASSKEY: Statement<StoredPasskey> = statement(
  'staff-passkey.find-passkey',
  `SELECT ${COLUMNS} FROM staff_passkeys WHERE staff_id = $1 AND credential_id = $2 AND removed_at IS NULL`,
);

/** Finds a passkey of a person by the id that its authenticator chose. */
export async function findPasskey(trx: Trx, staffId: number, credentialId: string): Promise<StoredPasskey | null> {
  const [found] = await run(trx, FIND_PASSKEY, [staffId, credentialId]);
  return found ?? null;
}

const LIST_PASSKEY_ROWS: Statement<Passkey> = statement(
  'staff-passkey.list-passkey-rows',
  `SELECT id, name, wire_time(created_at) AS created_at, wire_time(used_at) AS used_at FROM staff_passkeys
   WHERE staff_id = $1 AND removed_at IS NULL ORDER BY id`,
  { nullable: ['used_at'] },
);

/** Reads a person's passkeys on the wire, the oldest first. */
export async function listPasskeyRows(trx: Trx, staffId: number): Promise<Passkey[]> {
  return run(trx, LIST_PASSKEY_ROWS, [staffId]);
}

/** Adds a passkey. @returns whether the person didn't have it */
export async function insertPasskey(
  trx: Trx,
  staffId: number,
  { name, credentialId, publicKey, counter, transports }: StoredPasskey & { name: string },
  now: Date,
): Promise<boolean> {
  const added = await execute(
    trx,
    `INSERT INTO staff_passkeys (staff_id, name, credential_id, public_key, counter, transports, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (staff_id, credential_id) WHERE removed_at IS NULL DO NOTHING`,
    [staffId, name, credentialId, publicKey, counter, transports, now],
  );
  return added > 0;
}

/** Records a use of a passkey. */
export async function writeUse(
  trx: Trx,
  staffId: number,
  { credentialId, counter, now }: { credentialId: string; counter: number; now: Date },
): Promise<void> {
  await execute(
    trx,
    `UPDATE staff_passkeys SET counter = $3, used_at = $4
     WHERE staff_id = $1 AND credential_id = $2 AND removed_at IS NULL`,
    [staffId, credentialId, counter, now],
  );
}

/** Marks a passkey of a person as removed. @returns whether there was one with this id */
export async function markPasskeyRemoved(trx: Trx, staffId: number, id: number, now: Date): Promise<boolean> {
  const removed = await execute(
    trx,
    'UPDATE staff_passkeys SET removed_at = $3 WHERE staff_id = $1 AND id = $2 AND removed_at IS NULL',
    [staffId, id, now],
  );
  return removed > 0;
}
