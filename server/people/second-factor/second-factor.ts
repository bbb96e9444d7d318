import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { withPrincipal } from '#server/people/domain/principal-tables.ts';
import { backupCodeHash, generateBackupCodes } from '#server/people/domain/second-factor/backup-code.ts';
import {
  confirmedStep,
  generateSecret,
  secretUse,
  wrongCode,
} from '#server/people/domain/second-factor/factor-code.ts';
import { limitCodes } from '#server/people/domain/second-factor/limit-codes.ts';
import { endSessions } from '#server/people/domain/session-limit.ts';
import type { Principal, UserPrincipal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { FACTOR_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import { acceptCode } from './accept-code.ts';
import {
  confirmPending,
  countBackupCodes,
  deleteFactors,
  lockFactor,
  replaceBackupCodes,
  replacePending,
} from './factor.store.ts';
import { logFactorChange, rateLimitFactorChanges } from './factor-changes.ts';
import { enqueueFactorMail } from './factor-mails.ts';
import { codeGiver, type FactorSession } from './factor-session.ts';

/** A new secret, as the person enters it into an authenticator app. */
interface ShownSecret {
  /** Base32, 32 characters. */
  secret: string;
  /** Address for a QR code. */
  uri: string;
}

/**
 * Generates a secret that isn't confirmed yet. A person with a second factor gives a code of it first, unless one was given in this
 * session within ten minutes: after a login by a code of recovery there is no other.
 *
 * @throws Failure 403 for a session that lacks its second step although there is a second factor; 422 on `code` for a missing, wrong or
 *   used one; 429
 */
export async function beginFactor(deps: Deps, session: FactorSession, code: string | undefined): Promise<ShownSecret> {
  const { principal, name, codeRecent } = session;
  if (session.hasFactor) assertFactorGiven(session);
  const { encrypted, shown } = generateSecret(deps, secretUse(principal), name);
  const write = async (trx: Trx) => {
    await replacePending(trx, principal, encrypted, deps.clock());
    deps.events.record(trx, principal.clientId, 'factor.setup_begun', principal);
  };
  if (code) {
    await acceptCode(deps, session, code, write);
    return shown;
  }
  await withPrincipal(deps.db, principal, async (trx) => {
    const { secret } = await lockFactor(trx, principal);
    if (secret) {
      // Another session may have set it up since this one was read.
      assertFactorGiven(session);
      if (!codeRecent) throw wrongCode('Escribí un código de tu aplicación actual');
    }
    await write(trx);
  });
  return shown;
}

/** @throws Failure 403 for a session that lacks its second step */
function assertFactorGiven({ factorGiven }: FactorSession): void {
  if (!factorGiven) throw new Failure(403, FACTOR_REQUIRED, [], { code: 'second_factor_required' });
}

/**
 * Confirms the new secret by one of its codes, replaces the backup codes, completes the session and ends all others.
 *
 * @returns the backup codes
 * @throws Failure 403 for a session that lacks the second step of an existing factor; 409 without a begun secret; 422 on `code` for a wrong
 *   one; 429
 */
export async function confirmFactor(deps: Deps, session: FactorSession, code: string): Promise<string[]> {
  const { principal } = session;
  const codes = await limitCodes(deps, codeGiver(session), () =>
    withPrincipal(deps.db, principal, async (trx) => {
      const { secret, pending } = await lockFactor(trx, principal);
      if (secret) assertFactorGiven(session);
      if (!pending) throw new Failure(409, 'Empezá de nuevo: el código QR ya no sirve');
      const step = confirmedStep(deps, pending, secretUse(principal), code);
      await rateLimitFactorChanges(deps, trx, principal);
      await confirmPending(trx, principal, step, deps.clock());
      await endSessions(deps, trx, principal, session.sessionId);
      await session.complete(trx);
      await enqueueFactorMail(deps, trx, 'set-up', principal);
      const backupCodes = await newBackupCodes(deps, trx, principal);
      deps.events.record(trx, principal.clientId, 'factor.confirmed', principal);
      return backupCodes;
    }),
  );
  logFactorChange(deps, principal, 'a second factor was set up');
  return codes;
}

/** Replaces the backup codes after a code of the second factor. @returns them. @throws Failure 422 on `code`; 429 */
export async function renewBackupCodes(deps: Deps, session: FactorSession, code: string): Promise<string[]> {
  const { principal } = session;
  return acceptCode(deps, session, code, async (trx) => {
    await rateLimitFactorChanges(deps, trx, principal);
    await enqueueFactorMail(deps, trx, 'backup-codes', principal);
    const codes = await newBackupCodes(deps, trx, principal);
    deps.events.record(trx, principal.clientId, 'factor.backup_codes_renewed', principal);
    return codes;
  });
}

async function newBackupCodes({ clock }: Pick<Deps, 'clock'>, trx: Trx, principal: Principal): Promise<string[]> {
  const codes = generateBackupCodes();
  await replaceBackupCodes(trx, principal, codes.map(backupCodeHash), clock());
  return codes;
}

/** Records that a code was given in the session, for calls that ask for one again. @throws Failure 422 on `code`; 429 */
export async function verifyFactor(deps: Deps, session: FactorSession, code: string): Promise<void> {
  const { principal } = session;
  await acceptCode(deps, session, code, async (trx) => {
    await session.recordCode(trx);
    deps.events.record(trx, principal.clientId, 'factor.verified', principal);
  });
}

/** Returns the number of a person's unused backup codes. */
export const readBackupCodeCount = ({ db }: Pick<Deps, 'db'>, principal: Principal): Promise<number> =>
  withPrincipal(db, principal, (trx) => countBackupCodes(trx, principal));

/** Returns whether a person has a second factor, with the person locked. */
export const hasConfirmedFactor = async (trx: Trx, principal: Principal): Promise<boolean> =>
  (await lockFactor(trx, principal)).secret !== null;

/** Deletes the second factor of a user who leaves the company. */
export const eraseFactors = (trx: Trx, user: UserPrincipal): Promise<void> => deleteFactors(trx, user);
