import type { Deps } from '#server/domain/deps.ts';
import { makeRoom } from '#server/domain/session-limit.ts';
import { revokeSessions } from '#server/domain/sessions.store.ts';
import { acceptStep, type SecondStep } from '#server/features/second-factor/accept-step.ts';
import type { FactorSession } from '#server/features/second-factor/factor-session.ts';
import { confirmFactor } from '#server/features/second-factor/second-factor.ts';
import type { StaffCaller } from '#server/platform/http/caller.ts';
import { staffPrincipal } from '#server/platform/principal.ts';
import { generateToken, tokenDigest } from '#server/platform/token-hash.ts';
import { completeSession, markFactorGiven } from './staff-session.store.ts';
import { NEVER_UNUSED, type OpenedSession } from './staff-session.ts';

/**
 * Returns the session of a member of the staff, in which the second factor is given or changed.
 *
 * @param newToken token of a session that a new second factor completes; null for a session that is complete already
 */
export function staffFactorSession(
  { clock, config }: Deps,
  { actor, sessionId, email, hasFactor, factorGiven, codeRecent }: StaffCaller,
  newToken: string | null = null,
): FactorSession {
  return {
    principal: staffPrincipal(actor.id),
    sessionId,
    name: email,
    site: {
      PUBLIC_URL: config.CONSOLE_URL,
      PASSKEY_DOMAIN: config.STAFF_PASSKEY_DOMAIN,
      BRAND_NAME: config.BRAND_NAME,
    },
    hasFactor,
    isComplete: factorGiven,
    codeRecent,
    recordCode: (trx) => markFactorGiven(trx, sessionId, clock()),
    async endOthers(trx) {
      await revokeSessions(trx, staffPrincipal(actor.id), { except: sessionId, now: clock() });
    },
    async complete(trx) {
      if (newToken) await completeSession(trx, sessionId, tokenDigest(newToken), clock());
    },
  };
}

/** Backup codes of a new second factor, with the token of the session that set it up. */
export interface ConfirmedFactor {
  backupCodes: string[];
  /** New token of a session that was completed; null if the session keeps its token. */
  token: string | null;
}

/** Confirms a new second factor, which completes the session under a new token, as `confirmFactor`. */
export async function confirmStaffFactor(deps: Deps, caller: StaffCaller, code: string): Promise<ConfirmedFactor> {
  const token = caller.factorGiven ? null : generateToken();
  const backupCodes = await confirmFactor(deps, staffFactorSession(deps, caller, token), code);
  return { backupCodes, token };
}

/**
 * Completes a session by a code or a passkey. The session gets a new token, so that one that was known before the second step is worthless.
 *
 * @throws Failure 422 on `code` or `passkey` for a wrong or used one; 429 after five wrong codes
 */
export async function completeLogin(deps: Deps, caller: StaffCaller, step: SecondStep): Promise<OpenedSession> {
  const { kind, sessionId, factorGiven, actor } = caller;
  if (factorGiven) return { kind, token: null, step: 'done', ended: 0 };
  const token = generateToken();
  const session = staffFactorSession(deps, caller);
  const ended = await acceptStep(deps, session, step, async (trx) => {
    const others = await makeRoom(deps, trx, session.principal, { halfNetwork: null, unusedSince: NEVER_UNUSED });
    await completeSession(trx, sessionId, tokenDigest(token), deps.clock());
    deps.events.record(trx, null, 'staff.session_completed', { ended: others });
    return others;
  });
  deps.log.info({ by: `staff ${actor.id}` }, 'a second factor was accepted');
  return { kind, token, step: 'done', ended };
}
