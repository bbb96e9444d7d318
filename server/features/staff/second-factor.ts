import { beginAttempt, rateLimited, resetAttempts, secondsUntilAllowed } from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import { FACTOR_CODE_RATE_LIMIT } from '#server/features/access/access-rate-limits.ts';
import type { StaffCaller } from '#server/platform/http/caller.ts';
import { createSecretEncryption } from '#server/platform/secret-encryption.ts';
import { generateToken, tokenDigest } from '#server/platform/token-hash.ts';
import { base32, generateTotpSecret, matchingTotpStep, totpUri } from '#server/platform/totp.ts';
import { formatTimestamp } from '#shared/format.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { FACTOR_REQUIRED } from '#shared/ops/staff-sessions.ts';
import { backupCodeHash, generateBackupCodes } from './backup-code.ts';
import {
  confirmPendingSecret,
  markBackupCodeUsed,
  replaceBackupCodes,
  writeAcceptedStep,
  writePendingSecret,
} from './second-factor.store.ts';
import { lockStaff, type StaffRow } from './staff.store.ts';
import { completeSession, revokeSessions } from './staff-session.store.ts';

/** Use of an encrypted secret: a secret of one person can't be read as another's. */
export const secretUse = (staffId: number) => `totp ${staffId}`;

export const secretEncryption = ({ config }: Pick<Deps, 'config'>) =>
  createSecretEncryption(config.SECRETS_KEY, config.SECRETS_KEY_PREVIOUS);

const wrongCode = (message: string) => new Failure(422, messages.fields, [{ field: 'code', message }]);

const USED = 'Ese código ya se usó. Esperá el próximo';

/** Returns the message for a wrong code, with the server's time, because a phone's wrong clock makes wrong codes. */
function wrongMessage(code: string, now: Date): string {
  if (!/^\d{6}$/.test(code)) return 'El código de respaldo no es correcto o ya se usó';
  const [, time = ''] = formatTimestamp(now.toISOString()).split(' ');
  return `El código no es correcto. Verificá que tu teléfono tenga la hora exacta: son las ${time}`;
}

/**
 * Accepts a code of the caller's second factor, once, and runs `work` in the same transaction. The row's lock serialises attempts
 * of all nodes.
 *
 * @throws Failure 422 on `code` for a wrong or used one, or without a second factor; 429 after five wrong codes
 */
export async function acceptFactorCode<T>(
  deps: Deps,
  { actor }: StaffCaller,
  code: string,
  work: (trx: Trx, staff: StaffRow) => Promise<T>,
): Promise<T> {
  return limitCodes(deps, actor.id, async () => {
    const result = await deps.db.withOperator(async (trx) => {
      const staff = orUnauthorized(await lockStaff(trx, actor.id));
      await consumeCode(deps, trx, staff, code);
      return work(trx, staff);
    });
    deps.log.info({ by: `staff ${actor.id}` }, 'a second factor was accepted');
    return result;
  });
}

/** Marks a code of the authenticator app or a backup code as used. @throws Failure 422 on `code` */
async function consumeCode(deps: Deps, trx: Trx, staff: StaffRow, code: string): Promise<void> {
  const now = deps.clock();
  if (!staff.totpSecret) throw wrongCode('Todavía no configuraste tu segundo paso');
  if (!/^\d{6}$/.test(code)) {
    if (await markBackupCodeUsed(trx, staff.id, backupCodeHash(code), now)) return;
    throw wrongCode(wrongMessage(code, now));
  }
  const secret = secretEncryption(deps).decrypt(staff.totpSecret, secretUse(staff.id));
  const step = matchingTotpStep(secret, code, now);
  if (step === null) throw wrongCode(wrongMessage(code, now));
  if (staff.totpStep !== null && step <= staff.totpStep) throw wrongCode(USED);
  await writeAcceptedStep(trx, staff.id, step);
}

/** Counts an attempt as failed before it is made, and forgets failures after a success. @throws Failure 429 */
async function limitCodes<T>({ db, clock, config }: Deps, staffId: number, work: () => Promise<T>): Promise<T> {
  if (config.THROTTLE === 'off') return work();
  const subject = `staff ${staffId}`;
  await db.withoutClient(async (trx) => {
    const now = clock();
    if (await beginAttempt(trx, FACTOR_CODE_RATE_LIMIT, subject, now)) return;
    throw rateLimited(await secondsUntilAllowed(trx, FACTOR_CODE_RATE_LIMIT, subject, now));
  });
  const result = await work();
  await db.withoutClient((trx) => resetAttempts(trx, FACTOR_CODE_RATE_LIMIT, subject));
  return result;
}

/**
 * Generates a secret that isn't confirmed yet. A person with a second factor gives a code of it first.
 *
 * @throws Failure 403 for a session that lacks its second step although there is a second factor
 */
export async function beginFactor(deps: Deps, caller: StaffCaller, code: string | undefined) {
  const secret = generateTotpSecret();
  const { id } = caller.actor;
  const write = (trx: Trx) => {
    recordAudit(trx, { clientId: null, target: id });
    return writePendingSecret(trx, id, secretEncryption(deps).encrypt(secret, secretUse(id)));
  };
  if (caller.hasFactor) {
    assertFactorGiven(caller);
    if (!code) throw wrongCode('Escribí un código de tu aplicación actual');
    await acceptFactorCode(deps, caller, code, write);
  } else {
    await deps.db.withOperator(async (trx) => {
      assertFirstFactor(caller, orUnauthorized(await lockStaff(trx, id)));
      await write(trx);
    });
  }
  return { secret: base32(secret), uri: totpUri(deps.config.BRAND_NAME, caller.email, secret) };
}

function assertFactorGiven({ factorGiven }: StaffCaller): void {
  if (!factorGiven) throw new Failure(403, FACTOR_REQUIRED, [], { code: 'second_factor_required' });
}

/** Refuses a session that lacks its second step if another session has set one up since it was read. */
function assertFirstFactor(caller: StaffCaller, { totpConfirmedAt }: StaffRow): void {
  if (totpConfirmedAt !== null) assertFactorGiven(caller);
}

/** What a new second factor or new backup codes give. */
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
  return limitCodes(deps, actor.id, async () => {
    const now = deps.clock();
    const token = factorGiven ? null : generateToken();
    const backupCodes = await deps.db.withOperator(async (trx) => {
      const staff = orUnauthorized(await lockStaff(trx, actor.id));
      assertFirstFactor(caller, staff);
      if (!staff.totpPending) throw new Failure(409, 'Empezá de nuevo: el código QR ya no sirve');
      const secret = secretEncryption(deps).decrypt(staff.totpPending, secretUse(staff.id));
      const step = matchingTotpStep(secret, code, now);
      if (step === null) throw wrongCode(wrongMessage(code, now));
      await confirmPendingSecret(trx, staff.id, step, now);
      recordAudit(trx, { clientId: null, target: staff.id });
      if (token) await completeSession(trx, sessionId, tokenDigest(token), now);
      await revokeSessions(trx, staff.id, { except: sessionId, now });
      return newBackupCodes(trx, staff.id, now);
    });
    deps.log.warn({ by: `staff ${actor.id}` }, 'a second factor was set up');
    return { backupCodes, token };
  });
}

/** Replaces the backup codes after a code of the second factor. */
export async function renewBackupCodes(deps: Deps, caller: StaffCaller, code: string): Promise<string[]> {
  return acceptFactorCode(deps, caller, code, (trx, { id }) => {
    recordAudit(trx, { clientId: null, target: id });
    return newBackupCodes(trx, id, deps.clock());
  });
}

async function newBackupCodes(trx: Trx, staffId: number, now: Date): Promise<string[]> {
  const codes = generateBackupCodes();
  await replaceBackupCodes(trx, staffId, codes.map(backupCodeHash), now);
  return codes;
}

function orUnauthorized(staff: StaffRow | null): StaffRow {
  if (!staff) throw new Failure(401, messages.unauthorized);
  return staff;
}
