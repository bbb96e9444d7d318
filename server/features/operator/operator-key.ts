import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Config, secretFile } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Operator } from '#server/platform/http/caller.ts';
import { readOrCreatePrivateFile } from '#server/platform/private-file.ts';
import { Failure } from '#shared/http/failure.ts';
import { insertKey, revokeOthers, useKey } from './operator-key.store.ts';

/** Name of the key that the settings give. */
const FIRST = 'OPS_API_KEY';

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** A new key: 256 random bits. */
export const makeKey = (): string => `ops_${randomBytes(32).toString('base64url')}`;

/**
 * Says which of the provider's systems calls, by the key in its header `X-Api-Key`.
 *
 * @throws Failure 401 for a missing, unknown or revoked key
 */
export function createAuthenticateOperator({ db, clock }: Deps): (request: FastifyRequest) => Promise<Operator> {
  return async ({ headers }) => {
    const key = headers['x-api-key'];
    const operator =
      typeof key === 'string' && key !== '' && (await db.withProvider((trx) => useKey(trx, hashOf(key), clock())));
    if (!operator) throw new Failure(401, 'La clave de operador falta o no es válida');
    return operator;
  };
}

/** Makes a key good under a name; one that was revoked stays revoked. */
export async function admitKey({ db, clock }: Deps, name: string, key: string): Promise<void> {
  await db.withProvider((trx) => insertKey(trx, name, hashOf(key), clock()));
}

/** The key of OPS_API_KEY; with the embedded database one that is made and kept beside it; else none. */
export async function firstKey(config: Config): Promise<string | null> {
  if (config.OPS_API_KEY) return config.OPS_API_KEY;
  return config.DATABASE_URL ? null : readOrCreatePrivateFile(secretFile(config, 'ops'), makeKey);
}

/** Makes the first key good, and one that it replaces no longer. */
export async function admitFirstKey(deps: Deps): Promise<void> {
  const key = await firstKey(deps.config);
  if (!key) return;
  await deps.db.withProvider(async (trx) => {
    await insertKey(trx, FIRST, hashOf(key), deps.clock());
    await revokeOthers(trx, FIRST, hashOf(key), deps.clock());
  });
}
