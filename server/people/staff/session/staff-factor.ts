import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { recordOrigins } from '#server/people/access/session/known-origin.ts';
import { makeRoom } from '#server/people/domain/session-limit.ts';
import { acceptStep, type SecondStep } from '#server/people/second-factor/accept-step.ts';
import type { FactorSession } from '#server/people/second-factor/factor-session.ts';
import { confirmFactor } from '#server/people/second-factor/second-factor.ts';
import { currentCall } from '#server/platform/audit-context.ts';
import type { StaffCaller } from '#server/platform/http/request/caller.ts';
import { staffPrincipal } from '#server/platform/secrets/principal.ts';
import { newToken } from '#server/platform/secrets/token-hash.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { completeSession, markFactorGiven } from './staff-session.store.ts';
import { NEVER_UNUSED, type OpenedSession, renewBrowserToken } from './staff-session.ts';

/** Returns the session of a member of the staff, in which the second factor is given or changed. */
export const staffFactorSession = (
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { actor, sessionId, email, hasFactor, factorGiven, codeRecent }: StaffCaller,
): FactorSession => ({
  principal: staffPrincipal(actor.id),
  sessionId,
  name: email,
  site: {
    PUBLIC_URL: config.CONSOLE_URL,
    PASSKEY_DOMAIN: config.STAFF_PASSKEY_DOMAIN,
    BRAND_NAME: config.BRAND_NAME,
  },
  hasFactor,
  factorGiven,
  codeRecent,
  recordCode: (trx) => markFactorGiven(trx, sessionId, clock()),
  async complete() {
    if (!factorGiven) throw new Error('a session of the staff is completed under a new token');
  },
});

/**
 * Completes a session under a new token, so that one that was known before the second step is worthless. From now on the network counts as
 * one from which the person logs in.
 *
 * @returns the token
 * @throws Failure 401 if the session has ended or was completed since it was read
 */
async function completeUnderNewToken({ clock }: Pick<Deps, 'clock'>, trx: Trx, caller: StaffCaller): Promise<string> {
  const { token, hash } = newToken();
  const passwordEpoch = await completeSession(trx, caller.sessionId, hash, clock());
  if (passwordEpoch === null) throw new Failure(401, messages.unauthorized);
  const network = currentCall()?.network;
  const person = { principal: staffPrincipal(caller.actor.id), passwordEpoch };
  if (network !== undefined) await recordOrigins(trx, person, [network], clock());
  return token;
}

/** Backup codes of a new second factor, with a token of the session that set it up. */
export interface ConfirmedFactor {
  backupCodes: string[];
  /** New token of a session that was completed, and of a browser's; null if the session keeps its token. */
  token: string | null;
}

/** Confirms a new second factor, as `confirmFactor`. The session is complete then, and a browser's goes on under a new token. */
export async function confirmStaffFactor(deps: Deps, caller: StaffCaller, code: string): Promise<ConfirmedFactor> {
  let token: string | null = null;
  const session = staffFactorSession(deps, caller);
  const complete = async (trx: Trx) => {
    token = await (caller.factorGiven ? renewBrowserToken(trx, caller) : completeUnderNewToken(deps, trx, caller));
  };
  const backupCodes = await confirmFactor(deps, { ...session, complete }, code);
  return { backupCodes, token };
}

/**
 * Completes a session by a code or a passkey.
 *
 * @throws Failure 401 if the session has ended or was completed since it was read; 422 on `code` or `passkey` for a wrong or used one; 429
 *   after five wrong codes
 */
export async function completeLogin(deps: Deps, caller: StaffCaller, step: SecondStep): Promise<OpenedSession> {
  const { kind, factorGiven } = caller;
  if (factorGiven) return { kind, token: null, step: 'done', ended: 0 };
  const session = staffFactorSession(deps, caller);
  return acceptStep(deps, session, step, async (trx): Promise<OpenedSession> => {
    const ended = await makeRoom(deps, trx, session.principal, { halfNetwork: null, unusedSince: NEVER_UNUSED });
    const token = await completeUnderNewToken(deps, trx, caller);
    deps.events.record(trx, null, 'staff.session_completed', { ended });
    return { kind, token, step: 'done', ended };
  });
}
