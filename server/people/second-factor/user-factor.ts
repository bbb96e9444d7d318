import type { Deps } from '#server/integrations/deps.ts';
import { recordCodeGiven, replaceHalfSession } from '#server/people/access/second-step.ts';
import type { Device } from '#server/people/access/session/device.ts';
import type { Sessions } from '#server/people/access/session/session.ts';
import { endSessions } from '#server/people/domain/session-limit.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { codeIsRecent, factorDue } from '#server/platform/http/request/guard.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { REMOVAL_REFUSED } from '#shared/people/rules/required-factor.ts';
import type * as calls from '#shared/people/second-factor/second-factor.ts';
import { acceptCode } from './accept-code.ts';
import { acceptStep, type SecondStep } from './accept-step.ts';
import { deleteFactors } from './factor.store.ts';
import { enqueueFactorMail } from './factor-mails.ts';
import type { FactorSession } from './factor-session.ts';
import { isFactorRequired, queryFactor } from './user-factor.store.ts';

/** Returns the session of a user of a client, in which the second factor is given or changed. */
export const userFactorSession = (deps: Deps, caller: Caller): FactorSession => ({
  principal: userPrincipal(caller),
  sessionId: caller.sessionId,
  name: caller.username,
  site: deps.config,
  hasFactor: caller.hasFactor,
  factorGiven: caller.factorGiven,
  codeRecent: codeIsRecent(caller.codeAt, deps.clock()),
  recordCode: (trx) => recordCodeGiven(deps, trx, caller),
  complete: (trx) => recordCodeGiven(deps, trx, caller),
});

/** Returns since when the caller has a second factor, the number of unused backup codes, and from when the company requires it. */
export async function readFactor({ db }: Pick<Deps, 'db'>, caller: Caller): Promise<ReplyOf<typeof calls.readFactor>> {
  const [[results = { since: null, backup_codes: 0, required_from: null }]] = await db.read(caller.clientId, [
    queryFactor(caller),
  ]);
  return { results };
}

/**
 * Removes the second factor after a code of it, and ends all other sessions.
 *
 * @throws Failure 422 while the company requires it, and on `code`; 429
 */
export async function removeFactor(deps: Deps, caller: Caller, code: string): Promise<void> {
  const session = userFactorSession(deps, caller);
  const { principal } = session;
  await acceptCode(deps, session, code, async (trx) => {
    if (await isFactorRequired(trx, caller.clientId)) throw new Failure(422, REMOVAL_REFUSED);
    await deleteFactors(trx, principal);
    await endSessions(deps, trx, principal, session.sessionId);
    await session.recordCode(trx);
    await enqueueFactorMail(deps, trx, 'removed', principal);
    deps.events.record(trx, caller.clientId, 'factor.removed', principal);
  });
}

/**
 * Completes a login by a code or a passkey. Another session with a new token replaces the caller's, so that a token that was known before the
 * second step is worthless.
 *
 * @returns the reply of a login, and the cookie of a browser that is trusted from now on
 * @throws Failure 409 for a session that needs no second step; 422 on `code` or `passkey` for a wrong or used one; 429 after five wrong
 *   codes
 */
export async function completeLogin(
  deps: Deps,
  sessions: Sessions,
  caller: Caller,
  step: SecondStep,
  login: { device: Device; trust: boolean },
) {
  if (!factorDue(caller)) throw new Failure(409, 'Esta sesión ya está completa');
  const begun = await acceptStep(deps, userFactorSession(deps, caller), step, (trx) =>
    replaceHalfSession(deps, trx, caller, login),
  );
  return { cookie: begun.cookie, reply: await begun.reply(sessions.tokens) };
}
