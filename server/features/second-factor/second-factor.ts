import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { backupCodeHash, generateBackupCodes } from '#server/domain/second-factor/backup-code.ts';
import { confirmedStep, generateSecret, wrongCode } from '#server/domain/second-factor/factor-code.ts';
import { limitCodes, userGivingCode } from '#server/domain/second-factor/limit-codes.ts';
import type { UserKey } from '#server/domain/user-key.ts';
import { rateLimitFactorChanges } from '#server/features/access/access-rate-limits.ts';
import { confirmPassword } from '#server/features/access/password.ts';
import { keepOnlySession, recordCodeGiven } from '#server/features/access/second-step.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { codeIsRecent } from '#server/platform/http/guard.ts';
import type { BodyOf, ReplyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { REMOVAL_REFUSED } from '#shared/rules/required-factor.ts';
import type * as calls from '#shared/second-factor.ts';
import { acceptCode, secretUse } from './accept-code.ts';
import { enqueueFactorMail } from './factor-mails.ts';
import {
  confirmPending,
  deleteFactors,
  isFactorRequired,
  lockFactor,
  queryFactor,
  replaceBackupCodes,
  replacePending,
} from './second-factor.store.ts';

/** Returns since when the caller has a second factor, the number of unused backup codes, and from when the company requires it. */
export async function readFactor({ db }: Deps, caller: Caller): Promise<ReplyOf<typeof calls.readFactor>> {
  const [read] = await db.read(caller.clientId, [queryFactor(caller)]);
  const [results = { since: null, backup_codes: 0, required_from: null }] = read?.rows ?? [];
  return { results };
}

/**
 * Generates a secret that isn't confirmed yet. A user with a second factor gives a code of it first, unless one was given in this
 * session within ten minutes: after a login by a code of recovery there is no other. Any other user gives the password.
 *
 * @throws Failure 422 on `code` for a missing, wrong or used one; 400 on `currentPassword` for a wrong one; 429
 */
export async function beginFactor(
  deps: Deps,
  caller: Caller,
  { code, currentPassword = '' }: BodyOf<typeof calls.beginUserFactor>,
) {
  const { encrypted, shown } = generateSecret(deps, secretUse(caller), caller.username);
  const write = async (trx: Trx) => {
    await replacePending(trx, caller, encrypted, deps.clock());
    deps.events.record(trx, caller.clientId, 'factor.setup_begun');
  };
  if (code) {
    await acceptCode(deps, caller, code, write);
  } else {
    if (!caller.hasFactor) await confirmPassword(deps, caller, currentPassword);
    await deps.db.withClient(caller.clientId, async (trx) => {
      const { secret } = await lockFactor(trx, caller);
      if (secret && !codeIsRecent(caller.codeAt, deps.clock()))
        throw wrongCode('Escribí un código de tu aplicación actual');
      await write(trx);
    });
  }
  return { results: shown };
}

/**
 * Confirms the new secret by one of its codes, replaces the backup codes, and ends all other sessions.
 *
 * @returns the backup codes
 * @throws Failure 409 without a begun secret; 422 on `code` for a wrong one; 429
 */
export async function confirmFactor(deps: Deps, sessions: Sessions, caller: Caller, code: string): Promise<string[]> {
  return limitCodes(deps, userGivingCode(caller), () =>
    deps.db.withClient(caller.clientId, async (trx) => {
      const { pending } = await lockFactor(trx, caller);
      if (!pending) throw new Failure(409, 'Empezá de nuevo: el código QR ya no sirve');
      const step = confirmedStep(deps, pending, secretUse(caller), code);
      await confirmPending(trx, caller, step, deps.clock());
      return finishChange(deps, trx, sessions, caller);
    }),
  );
}

/**
 * Ends the other sessions after a change of the second factor, which this session has proved.
 *
 * @returns new backup codes
 * @throws Failure 429
 */
async function finishChange(deps: Deps, trx: Trx, sessions: Sessions, caller: Caller): Promise<string[]> {
  await rateLimitFactorChanges(deps, trx, caller);
  await keepOnlySession(deps, trx, sessions, caller);
  await enqueueFactorMail(deps, trx, 'set-up', caller);
  const codes = await newBackupCodes(deps, trx, caller);
  deps.events.record(trx, caller.clientId, 'factor.confirmed');
  return codes;
}

/** Replaces the backup codes after a code of the second factor. @returns them. @throws Failure 422 on `code`; 429 */
export async function renewBackupCodes(deps: Deps, caller: Caller, code: string): Promise<string[]> {
  return acceptCode(deps, caller, code, async (trx) => {
    await rateLimitFactorChanges(deps, trx, caller);
    await enqueueFactorMail(deps, trx, 'backup-codes', caller);
    const codes = await newBackupCodes(deps, trx, caller);
    deps.events.record(trx, caller.clientId, 'factor.backup_codes_renewed');
    return codes;
  });
}

async function newBackupCodes({ clock }: Deps, trx: Trx, user: UserKey): Promise<string[]> {
  const codes = generateBackupCodes();
  await replaceBackupCodes(trx, user, codes.map(backupCodeHash), clock());
  return codes;
}

/**
 * Removes the second factor after a code of it, and ends all other sessions.
 *
 * @throws Failure 422 while the company requires it, and on `code`; 429
 */
export async function removeFactor(deps: Deps, sessions: Sessions, caller: Caller, code: string): Promise<void> {
  await acceptCode(deps, caller, code, async (trx) => {
    if (await isFactorRequired(trx, caller.clientId)) throw new Failure(422, REMOVAL_REFUSED);
    await deleteFactors(trx, caller);
    await keepOnlySession(deps, trx, sessions, caller);
    await enqueueFactorMail(deps, trx, 'removed', caller);
    deps.events.record(trx, caller.clientId, 'factor.removed');
  });
}

/** Records that a code was given in the caller's session, for calls that ask for one again. @throws Failure 422 on `code`; 429 */
export async function verifyFactor(deps: Deps, sessions: Sessions, caller: Caller, code: string): Promise<void> {
  await acceptCode(deps, caller, code, async (trx) => {
    await recordCodeGiven(deps, trx, sessions, caller);
    deps.events.record(trx, caller.clientId, 'factor.verified');
  });
}

/** Returns whether a user has a second factor, with the user locked. */
export const hasConfirmedFactor = async (trx: Trx, user: UserKey): Promise<boolean> =>
  (await lockFactor(trx, user)).secret !== null;

/** Deletes the second factor of a user who leaves the company. */
export const eraseFactors = (trx: Trx, user: UserKey): Promise<void> => deleteFactors(trx, user);
