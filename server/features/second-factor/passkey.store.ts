import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { StoredPasskey, TakenChallenge } from '#server/domain/second-factor/passkey.ts';
import type { UserKey } from '#server/domain/user-key.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Passkey } from '#shared/passkey.ts';

type SessionKey = Pick<Caller, 'clientId' | 'sessionId'>;

/** Stores the challenge that a session answers next. It replaces an earlier one. */
export async function writeChallenge(
  trx: Trx,
  { clientId, sessionId }: SessionKey,
  challenge: Buffer,
  endsAt: Date,
): Promise<void> {
  await execute(
    trx,
    `UPDATE sessions SET passkey_challenge = $3, passkey_challenge_ends_at = $4 WHERE client_id = $1 AND id = $2`,
    [clientId, sessionId, challenge, endsAt],
  );
}

const TAKE_CHALLENGE: Statement<TakenChallenge> = statement(
  'passkey.take-challenge',
  `WITH current AS (
     SELECT client_id, id, passkey_challenge AS challenge, passkey_challenge_ends_at <= $3 AS expired FROM sessions
     WHERE client_id = $1 AND id = $2 AND passkey_challenge IS NOT NULL FOR UPDATE)
   UPDATE sessions s SET passkey_challenge = NULL, passkey_challenge_ends_at = NULL FROM current
   WHERE s.client_id = $1 AND s.id = current.id RETURNING current.challenge, current.expired`,
  { present: ['challenge'] },
);

/** Takes the challenge of a session, so that no other answer is compared with it. @returns null without one */
export async function takeChallenge(
  trx: Trx,
  { clientId, sessionId }: SessionKey,
  now: Date,
): Promise<TakenChallenge | null> {
  const [taken] = await run(trx, TAKE_CHALLENGE, [clientId, sessionId, now]);
  return taken ?? null;
}

const COLUMNS = 'credential_id AS "credentialId", public_key AS "publicKey", counter, transports';

const READ_PASSKEYS: Statement<StoredPasskey> = statement(
  'passkey.read-passkeys',
  `SELECT ${COLUMNS} FROM user_factors WHERE client_id = $1 AND user_id = $2 AND kind = 'passkey' ORDER BY id`,
  { present: ['credentialId', 'publicKey', 'counter', 'transports'] },
);

/** Reads the keys of a user's passkeys. */
export async function readPasskeys(trx: Trx, { clientId, userId }: UserKey): Promise<StoredPasskey[]> {
  return run(trx, READ_PASSKEYS, [clientId, userId]);
}

const FIND_PASSKEY: Statement<StoredPasskey> = statement(
  'passkey.find-passkey',
  `SELECT ${COLUMNS} FROM user_factors
   WHERE client_id = $1 AND user_id = $2 AND kind = 'passkey' AND credential_id = $3`,
  { present: ['credentialId', 'publicKey', 'counter', 'transports'] },
);

/** Finds a passkey of a user by the id that its authenticator chose. */
export async function findPasskey(
  trx: Trx,
  { clientId, userId }: UserKey,
  credentialId: string,
): Promise<StoredPasskey | null> {
  const [found] = await run(trx, FIND_PASSKEY, [clientId, userId, credentialId]);
  return found ?? null;
}

const LIST_PASSKEY_ROWS: Statement<Passkey> = statement(
  'passkey.list-passkey-rows',
  `SELECT id, name, wire_time(created_at) AS created_at, wire_time(used_at) AS used_at FROM user_factors
   WHERE client_id = $1 AND user_id = $2 AND kind = 'passkey' ORDER BY created_at, id`,
  { nullable: ['used_at'], present: ['name'] },
);

/** Reads a user's passkeys on the wire, the oldest first. */
export async function listPasskeyRows(trx: Trx, { clientId, userId }: UserKey): Promise<Passkey[]> {
  return run(trx, LIST_PASSKEY_ROWS, [clientId, userId]);
}

/** Adds a passkey. @returns whether the user didn't have it */
export async function insertPasskey(
  trx: Trx,
  { clientId, userId }: UserKey,
  { name, credentialId, publicKey, counter, transports }: StoredPasskey & { name: string },
  now: Date,
): Promise<boolean> {
  const added = await execute(
    trx,
    `INSERT INTO user_factors (client_id, user_id, kind, name, credential_id, public_key, counter, transports, created_at,
       confirmed_at)
     VALUES ($1, $2, 'passkey', $3, $4, $5, $6, $7, $8, $8)
     ON CONFLICT (client_id, user_id, credential_id) DO NOTHING`,
    [clientId, userId, name, credentialId, publicKey, counter, transports, now],
  );
  return added > 0;
}

/** Records a use of a passkey. */
export async function writeUse(
  trx: Trx,
  { clientId, userId }: UserKey,
  { credentialId, counter, now }: { credentialId: string; counter: number; now: Date },
): Promise<void> {
  await execute(
    trx,
    `UPDATE user_factors SET counter = $4, used_at = $5
     WHERE client_id = $1 AND user_id = $2 AND kind = 'passkey' AND credential_id = $3`,
    [clientId, userId, credentialId, counter, now],
  );
}

/** Deletes a passkey of a user. @returns whether there was one with this id */
export async function deletePasskey(trx: Trx, { clientId, userId }: UserKey, id: number): Promise<boolean> {
  const deleted = await execute(
    trx,
    `DELETE FROM user_factors WHERE client_id = $1 AND user_id = $2 AND kind = 'passkey' AND id = $3`,
    [clientId, userId, id],
  );
  return deleted > 0;
}
