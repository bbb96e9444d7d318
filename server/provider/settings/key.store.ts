import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { KeyCaller } from '#server/platform/http/request/caller.ts';
import type { KeyForm, ProviderKey } from '#shared/provider/staff-keys.ts';

interface KeyRow extends Pick<KeyCaller, 'scopes' | 'restricted'> {
  id: number;
  name: string;
  /** Whether the time of last use is older than a minute. */
  stale: boolean;
}

const FIND_ACTIVE_KEY: Statement<KeyRow> = statement(
  'key.find-active-key',
  `SELECT id, name, scopes, networks IS NOT NULL OR expires_on IS NOT NULL AS restricted,
     coalesce(last_used_at < $2::timestamptz - interval '1 minute', true) AS stale
   FROM provider_keys
   WHERE hash = $1 AND revoked_at IS NULL AND coalesce(expires_on >= local_day($2), true)
     AND (networks IS NULL OR $3::inet <<= ANY (networks))`,
  { prepared: true },
);

/**
 * Finds a key by hash, unless it was revoked, has expired, or is limited to other networks. Updates its time of last use at most
 * once a minute.
 */
export async function findActiveKey(
  trx: Trx,
  hash: Buffer,
  address: string | null,
  now: Date,
): Promise<KeyCaller | null> {
  const [key] = await run(trx, FIND_ACTIVE_KEY, [hash, now, address]);
  if (!key) return null;
  const { id, name, stale, ...limits } = key;
  if (stale) await execute(trx, 'UPDATE provider_keys SET last_used_at = $2 WHERE id = $1', [id, now]);
  return { actor: { kind: 'key', id, name }, ...limits };
}

const INSERT_KEY = statement(
  'key.insert-key',
  `INSERT INTO provider_keys (name, hash, created_at, scopes, expires_on, networks) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (hash) DO NOTHING RETURNING id`,
);

/** Inserts a key, unless its hash exists, active or revoked. @returns its id; null if the hash exists */
export async function insertKey(trx: Trx, form: KeyForm, hash: Buffer, now: Date): Promise<number | null> {
  const { name, scopes = null, expires_on = null, networks = null } = form;
  const [row] = await run(trx, INSERT_KEY, [name, hash, now, scopes, expires_on, networks]);
  return row?.id ?? null;
}

/** Whether an active key has this hash. */
export async function isActiveKey(trx: Trx, hash: Buffer): Promise<boolean> {
  return (await execute(trx, 'SELECT FROM provider_keys WHERE hash = $1 AND revoked_at IS NULL', [hash])) > 0;
}

const READ_KEYS: Statement<ProviderKey> = statement(
  'key.read-keys',
  `SELECT id, name, wire_time(created_at) AS created_at, wire_time(last_used_at) AS last_used_at,
     wire_time(revoked_at) AS revoked_at, scopes, expires_on, networks::text[] AS networks, coalesce(id = $1, false) AS current
   FROM provider_keys ORDER BY id DESC`,
  { nullable: ['last_used_at', 'revoked_at', 'networks'] },
);

/** Reads all keys, newest first. @param current id of the key to mark as current; null for none */
export async function readKeys(trx: Trx, current: number | null): Promise<ProviderKey[]> {
  return run(trx, READ_KEYS, [current]);
}

const MARK_KEY_REVOKED = statement(
  'key.mark-key-revoked',
  `UPDATE provider_keys k SET revoked_at = coalesce(k.revoked_at, $2)
   FROM (SELECT revoked_at FROM provider_keys WHERE id = $1 FOR UPDATE) before
   WHERE k.id = $1 RETURNING k.name, before.revoked_at IS NULL AS revoked`,
);

/** Revokes an existing key; keeps the time of an earlier revocation. @returns its name */
export async function markKeyRevoked(trx: Trx, id: number, now: Date): Promise<{ name: string; revoked: boolean }> {
  return runOne(trx, MARK_KEY_REVOKED, [id, now]);
}

/** Revokes all keys with a name except the one with this hash: keys that the settings no longer contain. */
export async function revokeOtherKeys(trx: Trx, name: string, hash: Buffer, now: Date): Promise<void> {
  await execute(trx, 'UPDATE provider_keys SET revoked_at = $3 WHERE name = $1 AND hash <> $2 AND revoked_at IS NULL', [
    name,
    hash,
    now,
  ]);
}
