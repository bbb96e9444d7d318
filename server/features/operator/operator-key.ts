import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { createNodeWindow } from '#server/cluster/rate-limit.ts';
import { type Config, secretFile } from '#server/config/config.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Operator } from '#server/platform/http/caller.ts';
import { networkOf } from '#server/platform/network.ts';
import { readOrCreatePrivateFile } from '#server/platform/private-file.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { FIRST_KEY, type OperatorKey } from '#shared/ops/keys.ts';
import { insertKey, isLive, readKeys, revokeById, revokeOthers, useKey } from './operator-key.store.ts';

/** Wrong keys that a network may send in a minute before it hears of its pace alone. */
const WRONG_KEYS = 60;

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** A new key: 256 random bits. */
export const makeKey = (): string => `ops_${randomBytes(32).toString('base64url')}`;

/**
 * Says which of the provider's systems calls, by the key in its header `X-Api-Key`. Only wrong keys are counted: a system
 * with the right one is never shut out by a neighbour.
 *
 * @throws Failure 401 for a missing, unknown or revoked key; 429 for the sixty-first wrong one of a network in a minute
 */
export function createAuthenticateOperator(deps: Deps): (request: FastifyRequest) => Promise<Operator> {
  const countWrong = createNodeWindow(WRONG_KEYS, deps);
  return async ({ headers, ip, id }) => {
    const key = headers['x-api-key'];
    const sent = typeof key === 'string' && key !== '';
    const operator = sent && (await deps.db.withProvider((trx) => useKey(trx, hashOf(key), deps.clock())));
    if (operator) return operator;
    if (sent) {
      const network = networkOf(ip);
      countWrong(network);
      deps.log.warn({ requestId: id, network }, 'a key of the provider’s entry was refused');
    }
    throw new Failure(401, 'La clave de operador falta o no es válida');
  };
}

/** Every key of the provider's entry, for the operator that asks. */
export async function keysFor({ db }: Deps, { keyId }: Operator): Promise<OperatorKey[]> {
  return db.withProvider((trx) => readKeys(trx, keyId));
}

/** Makes a new key; nobody can read it a second time. */
export async function newKey(
  { db, clock, log }: Deps,
  operator: Operator,
  name: string,
): Promise<{ id: number; name: string; key: string }> {
  const key = makeKey();
  const id = await db.withProvider((trx) => insertKey(trx, name, hashOf(key), clock()));
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
export async function endKey({ db, clock, log }: Deps, operator: Operator, id: number): Promise<string> {
  if (id === operator.keyId) throw new Failure(409, 'No podés revocar la clave que estás usando');
  const name = await db.withProvider((trx) => revokeById(trx, id, clock()));
  if (name === null) throw new Failure(404, messages.notFound);
  log.warn({ keyId: id, by: operator.keyId }, 'a key of the provider’s entry was revoked');
  return name;
}

/** Makes a key good under a name; one that was revoked stays revoked. */
export async function admitKey({ db, clock }: Deps, name: string, key: string): Promise<void> {
  await db.withProvider((trx) => insertKey(trx, name, hashOf(key), clock()));
}

/** The key of OPS_API_KEY; with the embedded database one that is made and kept beside it; else none. */
async function firstKey(config: Config): Promise<string | null> {
  if (config.OPS_API_KEY) return config.OPS_API_KEY;
  return config.DATABASE_URL ? null : readOrCreatePrivateFile(secretFile(config, 'ops'), makeKey);
}

/**
 * Makes the first key good, and one that it replaces no longer. A key that is known already changes nothing: a node that
 * starts once more with the old settings must not end the new key.
 */
export async function admitFirstKey(deps: Deps): Promise<void> {
  const key = await firstKey(deps.config);
  if (!key) return;
  const live = await deps.db.withProvider(async (trx) => {
    const now = deps.clock();
    const isNew = (await insertKey(trx, FIRST_KEY, hashOf(key), now)) !== null;
    if (isNew) await revokeOthers(trx, FIRST_KEY, hashOf(key), now);
    return isNew || (await isLive(trx, hashOf(key)));
  });
  if (!live) deps.log.warn({}, 'the key of OPS_API_KEY was revoked: it opens nothing');
}
