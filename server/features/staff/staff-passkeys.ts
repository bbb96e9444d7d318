import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { limitCodes } from '#server/domain/second-factor/limit-codes.ts';
import {
  challengeBytes,
  challengeEnd,
  copiedPasskey,
  counterFollows,
  passkeyCreation,
  passkeyRequest,
  unknownPasskey,
  verifyNewPasskey,
  verifyPasskeyAnswer,
} from '#server/domain/second-factor/passkey.ts';
import type { StaffCaller } from '#server/platform/http/caller.ts';
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
import { orUnauthorized, rateLimitStaffFactor, reportWrongCodes, staffGivingCode } from './second-factor.ts';
import { lockStaff } from './staff.store.ts';
import { enqueueStaffMail } from './staff-mails.ts';
import {
  findPasskey,
  insertPasskey,
  listPasskeyRows,
  markPasskeyRemoved,
  readPasskeys,
  takeChallenge,
  writeChallenge,
  writeUse,
} from './staff-passkey.store.ts';
import { revokeSessions } from './staff-session.store.ts';

/** Lists the caller's passkeys, the oldest first. */
export const listPasskeys = ({ db }: Deps, { actor }: StaffCaller): Promise<Passkey[]> =>
  db.withOperator((trx) => listPasskeyRows(trx, actor.id));

/**
 * Locks the caller, who may add a passkey, and reads the existing ones.
 *
 * @throws Failure 409 without an authenticator app, or with ten passkeys
 */
async function lockForAdding(trx: Trx, { actor }: StaffCaller) {
  const { totpConfirmedAt } = orUnauthorized(await lockStaff(trx, actor.id));
  const existing = await readPasskeys(trx, actor.id);
  if (!totpConfirmedAt) throw new Failure(409, 'Primero configurá una aplicación de autenticación');
  if (existing.length >= MAX_PASSKEYS) {
    throw new Failure(409, `Tenés ${MAX_PASSKEYS} llaves de acceso. Quitá una primero`);
  }
  return existing;
}

/** Returns the options by which the browser creates a passkey. @throws Failure 409 as `lockForAdding` */
export async function beginPasskey({ db, events, config, clock }: Deps, caller: StaffCaller): Promise<CreationOptions> {
  return db.withOperator(async (trx) => {
    const options = await passkeyCreation(consoleSite(config), caller.email, await lockForAdding(trx, caller));
    await writeChallenge(trx, caller.sessionId, challengeBytes(options), challengeEnd(clock()));
    events.record(trx, null, 'staff.passkey_creation_begun', { id: caller.actor.id });
    return options;
  });
}

/**
 * Adds the passkey that the browser created.
 *
 * @throws Failure 422 on `passkey` for a wrong answer; 409 as `lockForAdding`, and for a passkey that the person has
 */
export async function addPasskey(deps: Deps, caller: StaffCaller, { name, ...created }: NewPasskey): Promise<void> {
  const { db, config, clock, log } = deps;
  const { id } = caller.actor;
  const taken = await db.withOperator((trx) => takeChallenge(trx, caller.sessionId, clock()));
  const passkey = await verifyNewPasskey(consoleSite(config), taken, created);
  await db.withOperator(async (trx) => {
    await lockForAdding(trx, caller);
    const added = await insertPasskey(trx, id, { name, ...passkey }, clock());
    if (!added) throw new Failure(409, 'Ya agregaste esta llave de acceso');
    await rateLimitStaffFactor(deps, trx, id);
    await enqueueStaffMail(deps, trx, { kind: 'passkey-added', staffId: id });
    deps.events.record(trx, null, 'staff.passkey_added', { id });
  });
  log.warn({ by: `staff ${id}` }, 'a passkey was added');
}

/** Removes a passkey of the caller, and ends all other sessions, which it may have opened. @throws Failure 404 */
export async function removePasskey(deps: Deps, { actor, sessionId }: StaffCaller, passkeyId: number): Promise<void> {
  await deps.db.withOperator(async (trx) => {
    const now = deps.clock();
    await lockStaff(trx, actor.id);
    if (!(await markPasskeyRemoved(trx, actor.id, passkeyId, now))) throw new Failure(404, messages.notFound);
    await revokeSessions(trx, actor.id, { except: sessionId, now });
    await enqueueStaffMail(deps, trx, { kind: 'passkey-removed', staffId: actor.id });
    deps.events.record(trx, null, 'staff.passkey_removed', { id: actor.id });
  });
  deps.log.warn({ by: `staff ${actor.id}` }, 'a passkey was removed');
}

/** Returns the options by which the browser signs with a passkey of the caller. @throws Failure 409 without passkeys */
export async function askPasskey({ db, events, config, clock }: Deps, caller: StaffCaller): Promise<RequestOptions> {
  return db.withOperator(async (trx) => {
    const passkeys = await readPasskeys(trx, caller.actor.id);
    if (passkeys.length === 0) throw new Failure(409, 'No tenés llaves de acceso. Escribí un código');
    const options = await passkeyRequest(consoleSite(config), passkeys);
    await writeChallenge(trx, caller.sessionId, challengeBytes(options), challengeEnd(clock()));
    events.record(trx, null, 'staff.passkey_challenge_requested', { id: caller.actor.id });
    return options;
  });
}

/**
 * Accepts a passkey of the caller instead of a code, as `acceptPasskey` of users, and runs `work` in the transaction that stores its
 * counter.
 *
 * @throws Failure 422 on `passkey` for a wrong answer, another person's or a removed passkey, or one whose counter went back; 429
 */
export function acceptStaffPasskey<T>(
  deps: Deps,
  caller: StaffCaller,
  answer: PasskeyAnswer,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { db, config, clock } = deps;
  const { sessionId } = caller;
  const { id } = caller.actor;
  const accept = async () => {
    const { taken, stored } = await db.withOperator(async (trx) => ({
      taken: await takeChallenge(trx, sessionId, clock()),
      stored: await findPasskey(trx, id, answer.credential),
    }));
    const counter = await verifyPasskeyAnswer(consoleSite(config), taken, stored, answer);
    return db.withOperator(async (trx) => {
      orUnauthorized(await lockStaff(trx, id));
      // Read again: the passkey may have been removed or used meanwhile.
      const current = await findPasskey(trx, id, answer.credential);
      if (!current) throw unknownPasskey();
      if (!counterFollows(counter, current.counter)) throw copiedPasskey();
      await writeUse(trx, id, { credentialId: answer.credential, counter, now: clock() });
      return work(trx);
    });
  };
  return limitCodes(deps, staffGivingCode(caller), accept, (trx) => reportWrongCodes(deps, trx, id));
}

/** The console's address, with the domain of the staff's passkeys. */
const consoleSite = ({ CONSOLE_URL, STAFF_PASSKEY_DOMAIN, BRAND_NAME }: Deps['config']) => ({
  PUBLIC_URL: CONSOLE_URL,
  PASSKEY_DOMAIN: STAFF_PASSKEY_DOMAIN,
  BRAND_NAME,
});
