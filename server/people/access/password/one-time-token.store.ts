import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { forBothKinds, keyOf, tablesOf, tokenKeyOf } from '#server/people/domain/principal-tables.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';

export type TokenPurpose =
  | ('activation' | 'reset' | 'vouched-reset')
  | ('email-old' | 'email-new' | 'factor-recovery' | 'email-correction');

export async function insertToken(
  trx: Trx,
  principal: Principal,
  { hash, purpose, now, expiresAt }: { hash: Buffer; purpose: TokenPurpose; now: Date; expiresAt: Date },
): Promise<void> {
  const { tokens, owner } = tablesOf(principal);
  await execute(
    trx,
    `INSERT INTO ${tokens} (hash, purpose, created_at, expires_at, ${owner.columns})
     VALUES ($1, $2, $3, $4, ${owner.values(5)})`,
    [hash, purpose, now, expiresAt, ...keyOf(principal)],
  );
}

const FIND_TOKEN_CLIENT = statement('one-time-token.find-token-client', 'SELECT find_token($1) AS client_id', {
  nullable: ['client_id'],
});

/** Finds the client of a token, used or not; null for an unknown token. */
export async function findTokenClient(trx: Trx, hash: Buffer): Promise<number | null> {
  const [found] = await run(trx, FIND_TOKEN_CLIENT, [hash]);
  return found?.client_id ?? null;
}

const READ_VALID_TOKEN: Statement<{ userId: number; purpose: TokenPurpose }> = statement(
  'one-time-token.read-valid-token',
  `SELECT user_id AS "userId", purpose FROM one_time_tokens
   WHERE client_id = $1 AND hash = $2 AND used_at IS NULL AND expires_at > $3`,
);

/** Reads a valid token without using it. @returns null if the token is used or expired */
export async function readValidToken(
  trx: Trx,
  clientId: number,
  hash: Buffer,
  now: Date,
): Promise<{ userId: number; purpose: TokenPurpose } | null> {
  const [token] = await run(trx, READ_VALID_TOKEN, [clientId, hash, now]);
  return token ?? null;
}

const MARK_TOKEN_USED = forBothKinds(({ kind, tokens, token }) =>
  statement(
    `${kind}-one-time-token.mark-token-used`,
    `UPDATE ${tokens} SET used_at = $1
     WHERE purpose = $2 AND used_at IS NULL AND expires_at > $1 AND ${token.is(3)} RETURNING ${kind}_id AS owner`,
  ),
);

/**
 * Marks a valid token of a client's user, or of the staff (`clientId: null`), as used.
 *
 * @returns the person's id; null if the token is used, expired or for another purpose
 */
export async function markTokenUsed(
  trx: Trx,
  clientId: number | null,
  { hash, purpose, now }: { hash: Buffer; purpose: TokenPurpose; now: Date },
): Promise<number | null> {
  const statementOf = MARK_TOKEN_USED[clientId === null ? 'staff' : 'user'];
  const [token] = await run(trx, statementOf, [now, purpose, ...tokenKeyOf({ clientId }, hash)]);
  return token?.owner ?? null;
}

/** Remembers that a link activated its account. */
export async function markActivated(trx: Trx, clientId: number, hash: Buffer): Promise<void> {
  await execute(trx, 'UPDATE one_time_tokens SET activated = true WHERE client_id = $1 AND hash = $2', [
    clientId,
    hash,
  ]);
}

const FIND_ACTIVATED = statement(
  'one-time-token.find-activated',
  'SELECT user_id FROM one_time_tokens WHERE client_id = $1 AND hash = $2 AND activated AND expires_at > $3',
);

/** Returns the user of a link that activated its account and hasn't expired; null for any other link. */
export async function findActivated(trx: Trx, clientId: number, hash: Buffer, now: Date): Promise<number | null> {
  const [token] = await run(trx, FIND_ACTIVATED, [clientId, hash, now]);
  return token?.user_id ?? null;
}

const CHANGE_PURPOSES = ['email-old', 'email-new'] as const satisfies readonly TokenPurpose[];

/** All purposes but the stops of a recovery and of a correction, which a new password must not take from the account's owner. */
const REVOKED_PURPOSES = [
  'activation',
  'reset',
  'vouched-reset',
  ...CHANGE_PURPOSES,
] as const satisfies readonly TokenPurpose[];

const REVOKED_BY = { all: REVOKED_PURPOSES, change: CHANGE_PURPOSES, reset: ['reset'] } as const;

/**
 * Marks a person's unused tokens as used, so that no older link can replace a new password, and deletes a user's open change of the
 * e-mail, which needs its links.
 *
 * @param only `change` ends the links of a change of the e-mail alone, `reset` those to a new password that anybody may request
 */
export async function revokeTokens(
  trx: Trx,
  principal: Principal,
  now: Date,
  only?: 'change' | 'reset',
): Promise<void> {
  const { tokens, owner } = tablesOf(principal);
  const change = `WITH change AS (DELETE FROM email_changes WHERE ${owner.is(3)})`;
  await execute(
    trx,
    `${principal.kind === 'user' ? change : ''} UPDATE ${tokens} SET used_at = $1
     WHERE used_at IS NULL AND purpose = ANY($2) AND ${owner.is(3)}`,
    [now, REVOKED_BY[only ?? 'all'], ...keyOf(principal)],
  );
}
