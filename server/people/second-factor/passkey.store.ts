import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { forBothKinds, keyOf, sessionKeyOf, tablesOf } from '#server/people/domain/principal-tables.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';
import type { Passkey } from '#shared/people/second-factor/passkey-fields.ts';
import type { FactorSession } from './factor-session.ts';
import type { StoredPasskey, TakenChallenge } from './webauthn.ts';

/** Stores the challenge that a session answers next. It replaces an earlier one. */
export async function writeChallenge(
  trx: Trx,
  { principal, sessionId }: FactorSession,
  challenge: Buffer,
  endsAt: Date,
): Promise<void> {
  const { sessions, session } = tablesOf(principal);
  await execute(
    trx,
    `UPDATE ${sessions} SET passkey_challenge = $1, passkey_challenge_ends_at = $2 WHERE ${session.is(3)}`,
    [challenge, endsAt, ...sessionKeyOf(principal, sessionId)],
  );
}

const TAKE_CHALLENGE = forBothKinds(
  ({ kind, sessions, session }): Statement<TakenChallenge> =>
    statement(
      `${kind}-passkey.take-challenge`,
      `WITH current AS (
         SELECT passkey_challenge AS challenge, passkey_challenge_ends_at <= $1 AS expired FROM ${sessions}
         WHERE ${session.is(2)} AND passkey_challenge IS NOT NULL FOR UPDATE)
       UPDATE ${sessions} SET passkey_challenge = NULL, passkey_challenge_ends_at = NULL FROM current
       WHERE ${session.is(2)} RETURNING current.challenge, current.expired`,
      { present: ['challenge'] },
    ),
);

/** Takes the challenge of a session, so that no other answer is compared with it. @returns null without one */
export async function takeChallenge(
  trx: Trx,
  { principal, sessionId }: FactorSession,
  now: Date,
): Promise<TakenChallenge | null> {
  const [taken] = await run(trx, TAKE_CHALLENGE[principal.kind], [now, ...sessionKeyOf(principal, sessionId)]);
  return taken ?? null;
}

const COLUMNS = 'credential_id AS "credentialId", public_key AS "publicKey", counter, transports';

const PRESENT = ['credentialId', 'publicKey', 'counter', 'transports'] as const;

const READ_PASSKEYS = forBothKinds(
  ({ kind, factors, owner }): Statement<StoredPasskey> =>
    statement(
      `${kind}-passkey.read-passkeys`,
      `SELECT ${COLUMNS} FROM ${factors} WHERE ${owner.is(1)} AND kind = 'passkey' ORDER BY id`,
      { present: PRESENT },
    ),
);

/** Reads the keys of a person's passkeys. */
export async function readPasskeys(trx: Trx, principal: Principal): Promise<StoredPasskey[]> {
  return run(trx, READ_PASSKEYS[principal.kind], keyOf(principal));
}

const FIND_PASSKEY = forBothKinds(
  ({ kind, factors, owner }): Statement<StoredPasskey> =>
    statement(
      `${kind}-passkey.find-passkey`,
      `SELECT ${COLUMNS} FROM ${factors} WHERE ${owner.is(2)} AND kind = 'passkey' AND credential_id = $1`,
      { present: PRESENT },
    ),
);

/** Finds a passkey of a person by the id that its authenticator chose. */
export async function findPasskey(trx: Trx, principal: Principal, credentialId: string): Promise<StoredPasskey | null> {
  const [found] = await run(trx, FIND_PASSKEY[principal.kind], [credentialId, ...keyOf(principal)]);
  return found ?? null;
}

const LIST_PASSKEY_ROWS = forBothKinds(
  ({ kind, factors, owner }): Statement<Passkey> =>
    statement(
      `${kind}-passkey.list-passkey-rows`,
      `SELECT id, name, wire_time(created_at) AS created_at, wire_time(used_at) AS used_at FROM ${factors}
       WHERE ${owner.is(1)} AND kind = 'passkey' ORDER BY created_at, id`,
      { nullable: ['used_at'], present: ['name'] },
    ),
);

/** Reads a person's passkeys on the wire, the oldest first. */
export async function listPasskeyRows(trx: Trx, principal: Principal): Promise<Passkey[]> {
  return run(trx, LIST_PASSKEY_ROWS[principal.kind], keyOf(principal));
}

const INSERT_PASSKEY = forBothKinds(({ kind, factors, owner }) =>
  statement(
    `${kind}-passkey.insert-passkey`,
    `INSERT INTO ${factors} (kind, name, credential_id, public_key, counter, transports, created_at, confirmed_at,
       ${owner.columns})
     VALUES ('passkey', $1, $2, $3, $4, $5, $6, $6, ${owner.values(7)})
     ON CONFLICT (${owner.columns}, credential_id) DO NOTHING RETURNING id`,
  ),
);

/** Adds a passkey. @returns its id; null if the person has it */
export async function insertPasskey(
  trx: Trx,
  principal: Principal,
  { name, credentialId, publicKey, counter, transports }: StoredPasskey & { name: string },
  now: Date,
): Promise<number | null> {
  const values = [name, credentialId, publicKey, counter, transports, now, ...keyOf(principal)];
  const [added] = await run(trx, INSERT_PASSKEY[principal.kind], values);
  return added?.id ?? null;
}

/** Records a use of a passkey. */
export async function writeUse(
  trx: Trx,
  principal: Principal,
  { credentialId, counter, now }: { credentialId: string; counter: number; now: Date },
): Promise<void> {
  const { factors, owner } = tablesOf(principal);
  await execute(
    trx,
    `UPDATE ${factors} SET counter = $2, used_at = $3
     WHERE ${owner.is(4)} AND kind = 'passkey' AND credential_id = $1`,
    [credentialId, counter, now, ...keyOf(principal)],
  );
}

/** Deletes a passkey of a person. @returns whether there was one with this id */
export async function deletePasskey(trx: Trx, principal: Principal, id: number): Promise<boolean> {
  const { factors, owner } = tablesOf(principal);
  const deleted = await execute(trx, `DELETE FROM ${factors} WHERE ${owner.is(2)} AND kind = 'passkey' AND id = $1`, [
    id,
    ...keyOf(principal),
  ]);
  return deleted > 0;
}
