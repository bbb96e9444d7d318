import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { forBothKinds, keyOf, tablesOf } from '#server/people/domain/principal-tables.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** Secrets of a person's authenticator app. */
export interface AppSecrets {
  /** Confirmed secret, encrypted; null without a second factor. */
  secret: Buffer | null;
  /** Time step of the last accepted code. */
  lastStep: number | null;
  /** New secret that isn't confirmed yet, encrypted. */
  pending: Buffer | null;
}

const READ_APP = forBothKinds(({ kind, factors, owner }) =>
  statement(
    `${kind}-factor.read-app`,
    `SELECT secret, last_step AS "lastStep", confirmed_at IS NOT NULL AS confirmed FROM ${factors}
     WHERE ${owner.is(1)} AND kind = 'app'`,
  ),
);

/**
 * Locks a person, so that all uses and changes of a second factor are made one after the other, and reads the app's secrets.
 *
 * @throws Failure 401 for a person who no longer exists
 */
export async function lockFactor(trx: Trx, principal: Principal): Promise<AppSecrets> {
  const { people, person } = tablesOf(principal);
  // Not FOR UPDATE, which would wait for every insert that refers to the person.
  const locked = await execute(trx, `SELECT FROM ${people} WHERE ${person.is(1)} FOR NO KEY UPDATE`, keyOf(principal));
  if (locked === 0) throw new Failure(401, messages.unauthorized);
  const rows = await run(trx, READ_APP[principal.kind], keyOf(principal));
  const confirmed = rows.find((row) => row.confirmed);
  const pending = rows.find((row) => !row.confirmed);
  return {
    secret: confirmed?.secret ?? null,
    lastStep: confirmed?.lastStep ?? null,
    pending: pending?.secret ?? null,
  };
}

/** Replaces the secret that isn't confirmed yet. */
export async function replacePending(trx: Trx, principal: Principal, secret: Buffer, now: Date): Promise<void> {
  const { factors, owner } = tablesOf(principal);
  await execute(
    trx,
    `DELETE FROM ${factors} WHERE ${owner.is(1)} AND kind = 'app' AND confirmed_at IS NULL`,
    keyOf(principal),
  );
  await execute(
    trx,
    `INSERT INTO ${factors} (kind, secret, created_at, ${owner.columns}) VALUES ('app', $1, $2, ${owner.values(3)})`,
    [secret, now, ...keyOf(principal)],
  );
}

/** Makes the pending secret the confirmed one. @param step time step of the code that confirmed it */
export async function confirmPending(trx: Trx, principal: Principal, step: number, now: Date): Promise<void> {
  const { factors, owner } = tablesOf(principal);
  await execute(
    trx,
    `DELETE FROM ${factors} WHERE ${owner.is(1)} AND kind = 'app' AND confirmed_at IS NOT NULL`,
    keyOf(principal),
  );
  await execute(trx, `UPDATE ${factors} SET confirmed_at = $1, last_step = $2 WHERE ${owner.is(3)} AND kind = 'app'`, [
    now,
    step,
    ...keyOf(principal),
  ]);
}

/** Records the time step of an accepted code. The person must be locked. */
export async function writeAcceptedStep(trx: Trx, principal: Principal, step: number): Promise<void> {
  const { factors, owner } = tablesOf(principal);
  await execute(
    trx,
    `UPDATE ${factors} SET last_step = $1 WHERE ${owner.is(2)} AND kind = 'app' AND confirmed_at IS NOT NULL`,
    [step, ...keyOf(principal)],
  );
}

/** Deletes the second factors and backup codes of a person. */
export async function deleteFactors(trx: Trx, principal: Principal): Promise<void> {
  const { factors, codes, owner } = tablesOf(principal);
  await execute(
    trx,
    `WITH codes AS (DELETE FROM ${codes} WHERE ${owner.is(1)}) DELETE FROM ${factors} WHERE ${owner.is(1)}`,
    keyOf(principal),
  );
}

/** Replaces the backup codes of a person, and a code of recovery. */
export async function replaceBackupCodes(
  trx: Trx,
  principal: Principal,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  const { codes, owner } = tablesOf(principal);
  await execute(trx, `DELETE FROM ${codes} WHERE ${owner.is(1)}`, keyOf(principal));
  await execute(
    trx,
    `INSERT INTO ${codes} (hash, created_at, ${owner.columns})
     SELECT hash, $2, ${owner.values(3)} FROM unnest($1::bytea[]) AS hash`,
    [hashes, now, ...keyOf(principal)],
  );
}

/** Marks an unused backup code or a valid code of recovery as used. @returns whether there was one */
export async function markBackupCodeUsed(trx: Trx, principal: Principal, hash: Buffer, now: Date): Promise<boolean> {
  const { codes, owner } = tablesOf(principal);
  const used = await execute(
    trx,
    `UPDATE ${codes} SET used_at = $2
     WHERE ${owner.is(3)} AND hash = $1 AND used_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [hash, now, ...keyOf(principal)],
  );
  return used > 0;
}

/** Adds a code of recovery, and deletes an earlier one. */
export async function insertRecoveryCode(
  trx: Trx,
  principal: Principal,
  { hash, now, expiresAt }: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  const { codes, owner } = tablesOf(principal);
  await execute(trx, `DELETE FROM ${codes} WHERE ${owner.is(1)} AND expires_at IS NOT NULL`, keyOf(principal));
  await execute(
    trx,
    `INSERT INTO ${codes} (hash, created_at, expires_at, ${owner.columns}) VALUES ($1, $2, $3, ${owner.values(4)})`,
    [hash, now, expiresAt, ...keyOf(principal)],
  );
}

const COUNT_BACKUP_CODES = forBothKinds(({ kind, codes, owner }) =>
  statement(
    `${kind}-factor.count-backup-codes`,
    `SELECT count(*)::integer AS n FROM ${codes} WHERE ${owner.is(1)} AND used_at IS NULL AND expires_at IS NULL`,
  ),
);

/** Counts the unused backup codes of a person. */
export async function countBackupCodes(trx: Trx, principal: Principal): Promise<number> {
  const [row] = await run(trx, COUNT_BACKUP_CODES[principal.kind], keyOf(principal));
  return row?.n ?? 0;
}

/** A secret with its person. */
export interface EncryptedSecret {
  id: number;
  personId: number;
  secret: Buffer;
}

const LOCK_USER_SECRETS_OF_OTHER_KEYS: Statement<EncryptedSecret> = statement(
  'factor.lock-user-secrets-of-other-keys',
  `SELECT id, user_id AS "personId", secret FROM user_factors
   WHERE client_id = $1 AND substring(secret FOR length($2::bytea)) <> $2 ORDER BY id LIMIT $3 FOR UPDATE`,
  { present: ['secret'] },
);

const LOCK_STAFF_SECRETS_OF_OTHER_KEYS: Statement<EncryptedSecret> = statement(
  'factor.lock-staff-secrets-of-other-keys',
  `SELECT id, staff_id AS "personId", secret FROM staff_factors
   WHERE substring(secret FOR length($1::bytea)) <> $1 ORDER BY id LIMIT $2 FOR UPDATE`,
  { present: ['secret'] },
);

/** Locks secrets of a client's users, or of the staff (`clientId: null`), that another key than `keyId` encrypted. */
export function lockSecretsOfOtherKeys(
  trx: Trx,
  clientId: number | null,
  keyId: Buffer,
  limit: number,
): Promise<EncryptedSecret[]> {
  return clientId === null
    ? run(trx, LOCK_STAFF_SECRETS_OF_OTHER_KEYS, [keyId, limit])
    : run(trx, LOCK_USER_SECRETS_OF_OTHER_KEYS, [clientId, keyId, limit]);
}

export async function writeSecret(trx: Trx, principal: Principal, id: number, secret: Buffer): Promise<void> {
  const { factors, owner } = tablesOf(principal);
  await execute(trx, `UPDATE ${factors} SET secret = $1 WHERE id = $2 AND ${owner.is(3)}`, [
    secret,
    id,
    ...keyOf(principal),
  ]);
}
