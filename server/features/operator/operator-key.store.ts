import { run, type Trx } from '#server/db/connection.ts';
import type { Operator } from '#server/platform/http/caller.ts';

/** The key with this hash, unless it was revoked; its last use is noted once a minute. */
export async function useKey(trx: Trx, hash: Buffer, now: Date): Promise<Operator | null> {
  const [key] = await run<Operator & { stale: boolean }>(
    trx,
    `SELECT id AS "keyId", name, coalesce(last_used_at < $2::timestamptz - interval '1 minute', true) AS stale
     FROM operator_keys WHERE hash = $1 AND revoked_at IS NULL`,
    [hash, now],
  );
  if (!key) return null;
  if (key.stale) await run(trx, 'UPDATE operator_keys SET last_used_at = $2 WHERE id = $1', [key.keyId, now]);
  return { keyId: key.keyId, name: key.name };
}

/** Puts a key in where its hash is unknown; one that was revoked stays so. */
export async function insertKey(trx: Trx, name: string, hash: Buffer, now: Date): Promise<void> {
  await run(
    trx,
    'INSERT INTO operator_keys (name, hash, created_at) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING',
    [name, hash, now],
  );
}

/** Revokes the keys of a name but the one with this hash: what the settings no longer say is no longer good. */
export async function revokeOthers(trx: Trx, name: string, hash: Buffer, now: Date): Promise<void> {
  await run(trx, 'UPDATE operator_keys SET revoked_at = $3 WHERE name = $1 AND hash <> $2 AND revoked_at IS NULL', [
    name,
    hash,
    now,
  ]);
}
