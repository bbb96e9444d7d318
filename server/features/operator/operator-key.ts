import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { createLocalRateLimit } from '#server/cluster/rate-limit.ts';
import { type Config, secretFile } from '#server/config/config.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Operator } from '#server/platform/http/caller.ts';
import { ipNetwork } from '#server/platform/ip-network.ts';
import { readOrCreatePrivateFile } from '#server/platform/private-file.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { type OperatorKey, SETTINGS_KEY_NAME } from '#shared/ops/keys.ts';
import {
  findActiveKey,
  insertKey,
  isActiveKey,
  markKeyRevoked,
  readKeys,
  revokeOtherKeys,
} from './operator-key.store.ts';

/** Wrong keys that a network may send in a minute before it hears of its pace alone. */
const WRONG_KEYS_PER_MINUTE = 60;

const hashKey = (key: string) => createHash('sha256').update(key).digest();

/** A new key: 256 random bits. */
export const generateKey = (): string => `ops_${randomBytes(32).toString('base64url')}`;

/**
 * Says which of the provider's systems calls, by the key in its header `X-Api-Key`. Only wrong keys are counted: a system
 * with the right one is never shut out by a neighbour.
 *
 * @throws Failure 401 for a missing, unknown or revoked key; 429 for the sixty-first wrong one of a network in a minute
 */
export function createAuthenticateOperator(deps: Deps): (request: FastifyRequest) => Promise<Operator> {
  const rateLimitWrongKeys = createLocalRateLimit(WRONG_KEYS_PER_MINUTE, deps);
  return async ({ headers, ip, id }) => {
    const key = headers['x-api-key'];
    const sent = typeof key === 'string' && key !== '';
    const operator = sent && (await deps.db.withOperator((trx) => findActiveKey(trx, hashKey(key), deps.clock())));
    if (operator) return operator;
    if (sent) {
      const network = ipNetwork(ip);
      rateLimitWrongKeys(network);
      deps.log.warn({ requestId: id, network }, 'a key of the provider’s entry was refused');
    }
    throw new Failure(401, 'La clave de operador falta o no es válida');
  };
}

/** Every key of the provider's entry, for the operator that asks. */
export async function listKeys({ db }: Deps, { keyId }: Operator): Promise<OperatorKey[]> {
  return db.withOperator((trx) => readKeys(trx, keyId));
}

/** Makes a new key; nobody can read it a second time. */
export async function createKey(
  { db, clock, log }: Deps,
  operator: Operator,
  name: string,
): Promise<{ id: number; name: string; key: string }> {
  const key = generateKey();
  const id = await db.withOperator((trx) => insertKey(trx, name, hashKey(key), clock()));
  if (id === null) throw new Error('a random key was known already');
  log.warn({ keyId: id, by: operator.keyId }, 'a key of the provider’s entry was made');
  return { id, name, key };
}

/**
 * Ends a key at once: every call looks at its row.
 *
 * @returns its name
 * @throws Failure 404 for an unknown key, 409 for the one that asks
 */
export async function revokeKey({ db, clock, log }: Deps, operator: Operator, id: number): Promise<string> {
  if (id === operator.keyId) throw new Failure(409, 'No podés revocar la clave que estás usando');
  const name = await db.withOperator((trx) => markKeyRevoked(trx, id, clock()));
  if (name === null) throw new Failure(404, messages.notFound);
  log.warn({ keyId: id, by: operator.keyId }, 'a key of the provider’s entry was revoked');
  return name;
}

/** Makes a key good under a name; one that was revoked stays revoked. */
export async function ensureKey({ db, clock }: Deps, name: string, key: string): Promise<void> {
  await db.withOperator((trx) => insertKey(trx, name, hashKey(key), clock()));
}

/** The key of OPS_API_KEY; with the embedded database one that is made and kept beside it; else none. */
async function firstKey(config: Config): Promise<string | null> {
  if (config.OPS_API_KEY) return config.OPS_API_KEY;
  return config.DATABASE_URL ? null : readOrCreatePrivateFile(secretFile(config, 'ops'), generateKey);
}

/**
 * Makes the first key good, and one that it replaces no longer. A key that is known already changes nothing: a node that
 * starts once more with the old settings must not end the new key.
 */
export async function ensureFirstKey(deps: Deps): Promise<void> {
  const key = await firstKey(deps.config);
  if (!key) return;
  const live = await deps.db.withOperator(async (trx) => {
    const now = deps.clock();
    const isNew = (await insertKey(trx, SETTINGS_KEY_NAME, hashKey(key), now)) !== null;
    if (isNew) await revokeOtherKeys(trx, SETTINGS_KEY_NAME, hashKey(key), now);
    return isNew || (await isActiveKey(trx, hashKey(key)));
  });
  if (!live) deps.log.warn({}, 'the key of OPS_API_KEY was revoked: it opens nothing');
}
