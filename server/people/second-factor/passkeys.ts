import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { withPrincipal } from '#server/people/domain/principal-tables.ts';
import { endSessions } from '#server/people/domain/session-limit.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import {
  type CreationOptions,
  MAX_PASSKEYS,
  type NewPasskey,
  type Passkey,
  type PasskeyAnswer,
  type RequestOptions,
} from '#shared/people/second-factor/passkey-fields.ts';
import { acceptPasskey } from './accept-passkey.ts';
import { lockFactor } from './factor.store.ts';
import { logFactorChange, rateLimitFactorChanges } from './factor-changes.ts';
import { enqueueFactorMail } from './factor-mails.ts';
import type { FactorSession } from './factor-session.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeyRows,
  readPasskeys,
  takeChallenge,
  writeChallenge,
} from './passkey.store.ts';
import {
  challengeBytes,
  challengeEnd,
  passkeyCreation,
  passkeyRequest,
  type StoredPasskey,
  verifyNewPasskey,
} from './webauthn.ts';

/** Lists a person's passkeys, the oldest first. */
export const listPasskeys = ({ db }: Pick<Deps, 'db'>, principal: Principal): Promise<Passkey[]> =>
  withPrincipal(db, principal, (trx) => listPasskeyRows(trx, principal));

/**
 * Locks a person, who may add a passkey, and reads the existing ones.
 *
 * @throws Failure 409 without an authenticator app, or with ten passkeys
 */
async function lockForAdding(trx: Trx, principal: Principal): Promise<StoredPasskey[]> {
  const { secret } = await lockFactor(trx, principal);
  const existing = await readPasskeys(trx, principal);
  if (!secret) {
    throw new Failure(409, 'Primero configurá una aplicación de autenticación: es tu segundo paso sin la llave');
  }
  if (existing.length >= MAX_PASSKEYS) {
    throw new Failure(409, `Tenés ${MAX_PASSKEYS} llaves de acceso. Quitá una primero`);
  }
  return existing;
}

/** Returns the options with which the browser creates a passkey. @throws Failure 409 as `lockForAdding` */
export async function beginPasskey(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  session: FactorSession,
): Promise<CreationOptions> {
  const { principal, site, name } = session;
  return withPrincipal(db, principal, async (trx) => {
    const options = await passkeyCreation(site, name, await lockForAdding(trx, principal));
    await writeChallenge(trx, session, challengeBytes(options), challengeEnd(clock()));
    events.record(trx, principal.clientId, 'passkey.creation_begun', principal);
    return options;
  });
}

/**
 * Adds the passkey that the browser created.
 *
 * @throws Failure 422 on `passkey` for a wrong answer; 409 as `lockForAdding`, and for a passkey that the person has; 429
 */
export async function addPasskey(deps: Deps, session: FactorSession, { name, ...created }: NewPasskey): Promise<void> {
  const { db, clock } = deps;
  const { principal, site } = session;
  const taken = await withPrincipal(db, principal, (trx) => takeChallenge(trx, session, clock()));
  const passkey = await verifyNewPasskey(site, taken, created);
  await withPrincipal(db, principal, async (trx) => {
    await lockForAdding(trx, principal);
    const added = await insertPasskey(trx, principal, { name, ...passkey }, clock());
    if (added === null) throw new Failure(409, 'Ya agregaste esta llave de acceso');
    await rateLimitFactorChanges(deps, trx, principal);
    await enqueueFactorMail(deps, trx, 'passkey-added', principal);
    deps.events.record(trx, principal.clientId, 'passkey.added', { principal, passkeyId: added });
  });
  logFactorChange(deps, principal, 'a passkey was added');
}

/**
 * Removes a passkey, and ends all other sessions of the person, which it may have opened.
 *
 * @param renew replaces the session's token; a user's session keeps its token
 * @throws Failure 404
 */
export async function removePasskey(
  deps: Deps,
  session: FactorSession,
  id: number,
  renew?: (trx: Trx) => Promise<void>,
): Promise<void> {
  const { principal } = session;
  await withPrincipal(deps.db, principal, async (trx) => {
    await lockFactor(trx, principal);
    if (!(await deletePasskey(trx, principal, id))) throw new Failure(404, messages.notFound);
    await endSessions(deps, trx, principal, session.sessionId);
    await renew?.(trx);
    await enqueueFactorMail(deps, trx, 'passkey-removed', principal);
    deps.events.record(trx, principal.clientId, 'passkey.removed', { principal, passkeyId: id });
  });
  logFactorChange(deps, principal, 'a passkey was removed');
}

/** Returns the options with which the browser signs with a passkey of the person. @throws Failure 409 without passkeys */
export async function askPasskey(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  session: FactorSession,
): Promise<RequestOptions> {
  const { principal, site } = session;
  return withPrincipal(db, principal, async (trx) => {
    const passkeys = await readPasskeys(trx, principal);
    if (passkeys.length === 0) throw new Failure(409, 'Tu cuenta no tiene llaves de acceso. Escribí un código');
    const options = await passkeyRequest(site, passkeys);
    await writeChallenge(trx, session, challengeBytes(options), challengeEnd(clock()));
    events.record(trx, principal.clientId, 'passkey.challenge_requested', principal);
    return options;
  });
}

/** Takes a passkey instead of a code, for calls that ask for one again. @throws Failure 422 on `passkey`; 429 */
export async function verifyPasskey(deps: Deps, session: FactorSession, answer: PasskeyAnswer): Promise<void> {
  const { principal } = session;
  await acceptPasskey(deps, session, answer, async (trx) => {
    await session.recordCode(trx);
    deps.events.record(trx, principal.clientId, 'passkey.verified', principal);
  });
}
