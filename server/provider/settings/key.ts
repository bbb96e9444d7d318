import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { createLocalRateLimit } from '#server/cluster/rate-limit.ts';
import { type Config, secretFile } from '#server/config/config.ts';
import { withClusterMutex } from '#server/db/start/cluster-mutex.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { assertNotReserved } from '#server/people/domain/reserved-name.ts';
import { isProviderNameTaken } from '#server/people/domain/staff/provider-names.store.ts';
import { lockRights, readKeyRights } from '#server/people/domain/staff/provider-rights.store.ts';
import { assertCovers, changeRights } from '#server/people/domain/staff/provider-rights.ts';
import { withdrawUncovered } from '#server/people/domain/staff/staff-inviters.ts';
import { actorInLog, type ProviderCaller, type StaffCaller } from '#server/platform/http/request/caller.ts';
import { isFromBrowser } from '#server/platform/http/request/from-browser.ts';
import { sendsStaffSession } from '#server/platform/http/request/staff-cookie.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { ipAddress, ipNetwork } from '#server/platform/network/ip-network.ts';
import { readOrCreatePrivateFile } from '#server/platform/secrets/private-file.ts';
import { generateToken, tokenDigest } from '#server/platform/secrets/token-hash.ts';
import { localDay } from '#shared/kit/days.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import * as calls from '#shared/provider/staff-keys.ts';
import { findActiveKey, insertKey, isActiveKey, markKeyRevoked, readKeys, revokeOtherKeys } from './key.store.ts';

const REFUSED_KEY = 'La clave de operador falta o no es válida';

/** Rate limit of wrong keys per network and minute. */
const WRONG_KEYS_PER_MINUTE = 60;

/** Generates a key of 256 random bits. */
export const generateKey = (): string => `ops_${generateToken()}`;

/**
 * Creates the authentication of the provider's API: of the provider's systems by the header `X-Api-Key`, else of the staff by a
 * session. The rate limit counts only wrong keys, so that another system on the network can't block one with a valid key.
 *
 * @throws Failure 401 for a missing, unknown, revoked or expired key, or one of another network; 429 for more than 60 wrong
 *   keys of a network in a minute; the refusals of `authenticateStaff`
 */
export function createAuthenticateProvider(
  deps: Deps,
  authenticateStaff: (request: FastifyRequest) => Promise<StaffCaller>,
): (request: FastifyRequest) => Promise<ProviderCaller> {
  const rateLimitWrongKeys = createLocalRateLimit(WRONG_KEYS_PER_MINUTE, deps);
  return async (request) => {
    const { headers, ip, id } = request;
    const key = headers['x-api-key'];
    const sent = typeof key === 'string' && key !== '';
    if (!sent && sendsStaffSession(request)) return authenticateStaff(request);
    const caller =
      sent && (await deps.db.withProvider((trx) => findActiveKey(trx, tokenDigest(key), ipAddress(ip), deps.clock())));
    if (caller) return caller;
    if (sent) {
      const network = ipNetwork(ip);
      rateLimitWrongKeys(network);
      deps.log.warn({ requestId: id, network }, 'a provider key was refused');
    }
    // Browsers send their Origin with what they change, programs don't.
    throw new Failure(401, isFromBrowser(request) && !sent ? 'Tu sesión terminó: ingresá de nuevo' : REFUSED_KEY);
  };
}

/** Lists all provider keys and marks the caller's. */
export async function listKeys({ db }: Pick<Deps, 'db'>, { actor }: ProviderCaller): Promise<calls.ProviderKey[]> {
  return db.withProvider((trx) => readKeys(trx, actor.kind === 'key' ? actor.id : null));
}

function nameTaken(): Failure {
  const message = 'Ya hay una clave o una persona con ese nombre';
  return refusedField('name', message);
}

/**
 * Creates a key. The key itself is returned only once, because only its hash is stored.
 *
 * @throws Failure 403 if the new key could do more than the caller, or the caller's key is limited to networks or a last day; 422 for
 *   a name in use or reserved, and a last day in the past
 */
export async function createKey(
  deps: Deps,
  caller: ProviderCaller,
  form: calls.KeyForm,
): Promise<{ id: number; name: string; key: string }> {
  const { clock, log } = deps;
  if (form.expires_on && form.expires_on < localDay(clock())) {
    throw refusedField('expires_on', 'El último día ya pasó');
  }
  assertNotReserved(deps, 'name', form.name);
  const key = generateKey();
  const { name, scopes = null } = form;
  const id = await changeRights(deps, caller, calls.createKey, async (trx, current) => {
    assertCovers(current, { scopes }, 'La clave nueva no puede tener más alcances que la tuya');
    if (await isProviderNameTaken(trx, name, clock())) throw nameTaken();
    const inserted = await insertKey(trx, form, tokenDigest(key), clock());
    if (inserted === null) throw new Error('the hash of a new random key exists already');
    deps.events.record(trx, null, 'operator_key.created', { id: inserted, form });
    return inserted;
  });
  log.warn({ keyId: id, by: actorInLog(caller) }, 'a provider key was created');
  return { id, name, key };
}

/**
 * Revokes a key, effective at once, because every call reads the key's row. Withdraws the open invitations that the key sent.
 *
 * @returns its name
 * @throws Failure 403 for a key that may do more than the caller; 404 for an unknown key, 409 for the caller's own key
 */
export async function revokeKey(deps: Deps, caller: ProviderCaller, id: number): Promise<string> {
  const { clock, log } = deps;
  if (caller.actor.kind === 'key' && id === caller.actor.id)
    throw new Failure(409, 'No podés revocar la clave que estás usando');
  const name = await changeRights(deps, caller, calls.revokeKey, async (trx, current) => {
    const rights = await readKeyRights(trx, id);
    if (!rights) throw new Failure(404, messages.notFound);
    assertCovers(current, rights, 'No podés revocar una clave que puede más que la tuya');
    const key = await markKeyRevoked(trx, id, clock());
    if (key.revoked) {
      await withdrawUncovered(trx, clock());
      deps.events.record(trx, null, 'operator_key.revoked', { id });
    }
    return key.name;
  });
  log.warn({ keyId: id, by: actorInLog(caller) }, 'a provider key was revoked');
  return name;
}

/** Inserts a given key under a name, unless it exists. A revoked key stays revoked. */
export async function ensureKey({ db, clock }: Pick<Deps, 'db' | 'clock'>, name: string, key: string): Promise<void> {
  await db.withProvider((trx) => insertKey(trx, { name }, tokenDigest(key), clock()));
}

/** Returns `OPS_API_KEY`, or else with the embedded database a generated key that is stored beside it. */
async function firstKey(config: Config): Promise<string | null> {
  if (config.OPS_API_KEY) return config.OPS_API_KEY;
  return config.DATABASE_URL ? null : readOrCreatePrivateFile(secretFile(config, 'ops'), generateKey);
}

/**
 * Inserts the key of the settings and revokes the key that it replaces. A key that exists already changes nothing,
 * because a node that restarts with old settings must not revoke the new key.
 *
 * @param owner the owner's connection, for the mutex: without it, nodes that start at once insert the same key, each waits for the
 *   others' transactions, and a slow start exceeds the lock timeout of two seconds
 */
export async function ensureFirstKey(deps: Deps, owner: pg.ClientConfig): Promise<void> {
  const key = await firstKey(deps.config);
  if (!key) return;
  const insert = () =>
    deps.db.withProvider(async (trx) => {
      const now = deps.clock();
      const isNew = (await insertKey(trx, { name: calls.SETTINGS_KEY_NAME }, tokenDigest(key), now)) !== null;
      if (isNew) {
        await lockRights(trx);
        await revokeOtherKeys(trx, calls.SETTINGS_KEY_NAME, tokenDigest(key), now);
        await withdrawUncovered(trx, now);
      }
      return isNew || (await isActiveKey(trx, tokenDigest(key)));
    });
  const live = await withClusterMutex(owner, insert);
  if (!live) deps.log.warn({}, 'the key of OPS_API_KEY was revoked and gives no access');
}
