import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { rateLimitNotices } from '#server/domain/mail-rate-limits.ts';
import { backupCodeHash, generateBackupCodes } from '#server/domain/second-factor/backup-code.ts';
import {
  confirmedStep,
  consumeCode,
  generateSecret,
  type LockedFactor,
  wrongCode,
} from '#server/domain/second-factor/factor-code.ts';
import { type CodeGiver, limitCodes } from '#server/domain/second-factor/limit-codes.ts';
import type { StaffCaller } from '#server/platform/http/caller.ts';
import { generateToken, tokenDigest } from '#server/platform/token-hash.ts';
import { FACTOR_REQUIRED } from '#shared/factor-code.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import {
  confirmPendingSecret,
  markBackupCodeUsed,
  replaceBackupCodes,
  writeAcceptedStep,
  writePendingSecret,
} from './second-factor.store.ts';
import { lockStaff, type StaffRow } from './staff.store.ts';
import { enqueueStaffMail } from './staff-mails.ts';
import { completeSession, markFactorGiven, revokeSessions } from './staff-session.store.ts';

/** Use of an encrypted secret: a secret of one person can't be read as another's. */
export const secretUse = (staffId: number) => `totp ${staffId}`;

/**
 * Accepts a code of the caller's second factor, once, and runs `work` in the same transaction. The row's lock serialises attempts
 * of all nodes. A used backup code is reported by mail, and many wrong codes.
 *
 * @throws Failure 422 on `code` for a wrong or used one, or without a second factor; 429 after five wrong codes
 */
export async function acceptFactorCode<T>(
  deps: Deps,
  caller: StaffCaller,
  code: string,
  work: (trx: Trx, staff: StaffRow) => Promise<T>,
): Promise<T> {
  const { actor } = caller;
  const accept = async () => {
    const result = await deps.db.withOperator(async (trx) => {
      const staff = orUnauthorized(await lockStaff(trx, actor.id));
      const kind = await consumeCode(deps, lockedFactor(trx, staff, deps.clock()), code);
      if (kind === 'backup') {
        await rateLimitNotices(trx, deps, 'backup-code-used', `staff ${staff.id}`);
        await enqueueStaffMail(deps, trx, { kind: 'backup-code-used', staffId: staff.id });
      }
      return work(trx, staff);
    });
    deps.log.info({ by: `staff ${actor.id}` }, 'a second factor was accepted');
    return result;
  };
  return limitCodes(deps, staffGivingCode(caller), accept, (trx) => reportWrongCodes(deps, trx, actor.id));
}

/** Limits new passkeys, authenticator apps and backup codes of a person, each of which is reported by mail. @throws Failure 429 */
export const rateLimitStaffFactor = (deps: Deps, trx: Trx, staffId: number): Promise<void> =>
  rateLimitNotices(trx, deps, 'factor', `staff ${staffId}`);

/** Warns a person whose password somebody knows. */
export const reportWrongCodes = (deps: Deps, trx: Trx, staffId: number): Promise<void> =>
  enqueueStaffMail(deps, trx, { kind: 'wrong-codes', staffId });

/** Returns the second factor of a locked person. */
const lockedFactor = (trx: Trx, { id, totpSecret, totpStep }: StaffRow, now: Date): LockedFactor => ({
  secret: totpSecret,
  use: secretUse(id),
  lastStep: totpStep,
  writeStep: (step) => writeAcceptedStep(trx, id, step),
  spendBackupCode: (hash) => markBackupCodeUsed(trx, id, hash, now),
});

/** Returns a person as the giver of a code or passkey. */
export const staffGivingCode = ({ actor, factorGiven }: StaffCaller): CodeGiver => ({
  account: `staff ${actor.id}`,
  complete: factorGiven,
});

/**
 * Generates a secret that isn't confirmed yet. A person with a second factor gives a code of it first, unless the session's second step
 * is at most ten minutes old: after a login by a code of recovery there is no other code.
 *
 * @throws Failure 403 for a session that lacks its second step although there is a second factor
 */
export async function beginFactor(deps: Deps, caller: StaffCaller, code: string | undefined) {
  const { id } = caller.actor;
  const { encrypted, shown } = generateSecret(deps, secretUse(id), caller.email);
  const write = async (trx: Trx) => {
    await writePendingSecret(trx, id, encrypted);
    deps.events.record(trx, null, 'staff.factor_setup_begun', { id });
  };
  if (caller.hasFactor) {
    assertFactorGiven(caller);
    if (code) await acceptFactorCode(deps, caller, code, write);
    else if (caller.codeRecent) await deps.db.withOperator(write);
    else throw wrongCode('Escribí un código de tu aplicación actual');
  } else {
    await deps.db.withOperator(async (trx) => {
      assertFirstFactor(caller, orUnauthorized(await lockStaff(trx, id)));
      await write(trx);
    });
  }
  return shown;
}

function assertFactorGiven({ factorGiven }: StaffCaller): void {
  if (!factorGiven) throw new Failure(403, FACTOR_REQUIRED, [], { code: 'second_factor_required' });
}

/** Refuses a session that lacks its second step if another session has set one up since it was read. */
function assertFirstFactor(caller: StaffCaller, { totpConfirmedAt }: StaffRow): void {
  if (totpConfirmedAt !== null) assertFactorGiven(caller);
}

/** Backup codes of a new second factor, with the token of the session that set it up. */
export interface FactorCodes {
  backupCodes: string[];
  /** New token of a session that was completed; null if the session keeps its token. */
  token: string | null;
}

/**
 * Confirms the new secret by one of its codes, replaces the backup codes, completes the session and ends all others.
 *
 * @throws Failure 409 without a begun secret; 422 on `code` for a wrong one
 */
export async function confirmFactor(deps: Deps, caller: StaffCaller, code: string): Promise<FactorCodes> {
  const { sessionId, factorGiven, actor } = caller;
  return limitCodes(deps, staffGivingCode(caller), async () => {
    const now = deps.clock();
    const token = factorGiven ? null : generateToken();
    const backupCodes = await deps.db.withOperator(async (trx) => {
      const staff = orUnauthorized(await lockStaff(trx, actor.id));
      assertFirstFactor(caller, staff);
      if (!staff.totpPending) throw new Failure(409, 'Empezá de nuevo: el código QR ya no sirve');
      const step = confirmedStep(deps, staff.totpPending, secretUse(staff.id), code);
      await rateLimitStaffFactor(deps, trx, staff.id);
      await confirmPendingSecret(trx, staff.id, step, now);
      await enqueueStaffMail(deps, trx, { kind: 'set-up', staffId: staff.id });
      if (token) await completeSession(trx, sessionId, tokenDigest(token), now);
      await revokeSessions(trx, staff.id, { except: sessionId, now });
      const codes = await newBackupCodes(trx, staff.id, now);
      deps.events.record(trx, null, 'staff.factor_confirmed', { id: staff.id });
      return codes;
    });
    deps.log.warn({ by: `staff ${actor.id}` }, 'a second factor was set up');
    return { backupCodes, token };
  });
}

/** Replaces the backup codes after a code of the second factor. */
export async function renewBackupCodes(deps: Deps, caller: StaffCaller, code: string): Promise<string[]> {
  return acceptFactorCode(deps, caller, code, async (trx, { id }) => {
    await rateLimitStaffFactor(deps, trx, id);
    await enqueueStaffMail(deps, trx, { kind: 'backup-codes', staffId: id });
    const codes = await newBackupCodes(trx, id, deps.clock());
    deps.events.record(trx, null, 'staff.backup_codes_renewed', { id });
    return codes;
  });
}

async function newBackupCodes(trx: Trx, staffId: number, now: Date): Promise<string[]> {
  const codes = generateBackupCodes();
  await replaceBackupCodes(trx, staffId, codes.map(backupCodeHash), now);
  return codes;
}

/** Returns a locked person. @throws Failure 401 for a person who no longer exists */
export function orUnauthorized(staff: StaffRow | null): StaffRow {
  if (!staff) throw new Failure(401, messages.unauthorized);
  return staff;
}

/** Records that a code was given in the caller's session, for calls that ask for one again. @throws Failure 422 on `code`; 429 */
export async function verifyFactor(deps: Deps, caller: StaffCaller, code: string): Promise<void> {
  await acceptFactorCode(deps, caller, code, (trx) => recordFactorGiven(deps, trx, caller));
}

/** Records that the second step was given again in the caller's session. */
export async function recordFactorGiven(
  { events, clock }: Deps,
  trx: Trx,
  { sessionId, actor }: StaffCaller,
): Promise<void> {
  await markFactorGiven(trx, sessionId, clock());
  events.record(trx, null, 'staff.factor_verified', { id: actor.id });
}
