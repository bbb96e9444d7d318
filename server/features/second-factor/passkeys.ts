import type { Deps } from '#server/domain/deps.ts';
import {
  challengeBytes,
  challengeEnd,
  passkeyCreation,
  passkeyRequest,
  verifyNewPasskey,
} from '#server/domain/second-factor/passkey.ts';
import { rateLimitFactorChanges } from '#server/features/access/access-rate-limits.ts';
import { recordCodeGiven, revokeOthers } from '#server/features/access/second-step.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import {
  type CreationOptions,
  MAX_PASSKEYS,
  type NewPasskey,
  type Passkey,
  type PasskeyAnswer,
  type RequestOptions,
} from '#shared/passkey.ts';
import { acceptPasskey } from './accept-passkey.ts';
import { enqueueFactorMail } from './factor-mails.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeyRows,
  readPasskeys,
  takeChallenge,
  writeChallenge,
} from './passkey.store.ts';
import { lockFactor } from './second-factor.store.ts';

/** Lists the caller's passkeys, the oldest first. */
export const listPasskeys = ({ db }: Deps, caller: Caller): Promise<Passkey[]> =>
  db.withClient(caller.clientId, (trx) => listPasskeyRows(trx, caller));

/** @throws Failure 409 for a user without an authenticator app, or with ten passkeys */
function assertMayAdd({ secret }: { secret: Buffer | null }, passkeys: number): void {
  if (!secret)
    throw new Failure(409, 'Primero configurá una aplicación de autenticación: es tu segundo paso sin la llave');
  if (passkeys >= MAX_PASSKEYS) throw new Failure(409, `Tenés ${MAX_PASSKEYS} llaves de acceso. Quitá una primero`);
}

/** Returns the options by which the browser creates a passkey. @throws Failure 409 as `assertMayAdd` */
export async function beginPasskey({ db, events, config, clock }: Deps, caller: Caller): Promise<CreationOptions> {
  return db.withClient(caller.clientId, async (trx) => {
    const factor = await lockFactor(trx, caller);
    const existing = await readPasskeys(trx, caller);
    assertMayAdd(factor, existing.length);
    const options = await passkeyCreation(config, caller.username, existing);
    await writeChallenge(trx, caller, challengeBytes(options), challengeEnd(clock()));
    events.record(trx, caller.clientId, 'passkey.creation_begun');
    return options;
  });
}

/**
 * Adds the passkey that the browser created.
 *
 * @throws Failure 422 on `passkey` for a wrong answer; 409 as `assertMayAdd`, and for a passkey that the user has; 429
 */
export async function addPasskey(deps: Deps, caller: Caller, { name, ...created }: NewPasskey): Promise<void> {
  const { db, config, clock } = deps;
  const taken = await db.withClient(caller.clientId, (trx) => takeChallenge(trx, caller, clock()));
  const passkey = await verifyNewPasskey(config, taken, created);
  await db.withClient(caller.clientId, async (trx) => {
    const factor = await lockFactor(trx, caller);
    assertMayAdd(factor, (await readPasskeys(trx, caller)).length);
    const added = await insertPasskey(trx, caller, { name, ...passkey }, clock());
    if (!added) throw new Failure(409, 'Ya agregaste esta llave de acceso');
    await rateLimitFactorChanges(deps, trx, caller);
    await enqueueFactorMail(deps, trx, 'passkey-added', caller);
    deps.events.record(trx, caller.clientId, 'passkey.added');
  });
}

/** Removes a passkey of the caller, and ends all other sessions, which it may have opened. @throws Failure 404 */
export async function removePasskey(deps: Deps, sessions: Sessions, caller: Caller, id: number): Promise<void> {
  await deps.db.withClient(caller.clientId, async (trx) => {
    await lockFactor(trx, caller);
    if (!(await deletePasskey(trx, caller, id))) throw new Failure(404, messages.notFound);
    await revokeOthers(deps, trx, sessions, caller);
    await enqueueFactorMail(deps, trx, 'passkey-removed', caller);
    deps.events.record(trx, caller.clientId, 'passkey.removed');
  });
}

/** Returns the options by which the browser signs with a passkey of the caller. @throws Failure 409 without passkeys */
export async function askPasskey({ db, events, config, clock }: Deps, caller: Caller): Promise<RequestOptions> {
  return db.withClient(caller.clientId, async (trx) => {
    const passkeys = await readPasskeys(trx, caller);
    if (passkeys.length === 0) throw new Failure(409, 'Tu cuenta no tiene llaves de acceso. Escribí un código');
    const options = await passkeyRequest(config, passkeys);
    await writeChallenge(trx, caller, challengeBytes(options), challengeEnd(clock()));
    events.record(trx, caller.clientId, 'passkey.challenge_requested');
    return options;
  });
}

/** Takes a passkey instead of a code, for calls that ask for one again. @throws Failure 422 on `passkey`; 429 */
export async function verifyPasskey(
  deps: Deps,
  sessions: Sessions,
  caller: Caller,
  answer: PasskeyAnswer,
): Promise<void> {
  await acceptPasskey(deps, caller, answer, async (trx) => {
    await recordCodeGiven(deps, trx, sessions, caller);
    deps.events.record(trx, caller.clientId, 'passkey.verified');
  });
}
