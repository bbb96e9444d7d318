import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Device } from '#server/features/access/device.ts';
import { replaceHalfSession } from '#server/features/access/second-step.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { factorDue } from '#server/platform/http/guard.ts';
import { Failure } from '#shared/http/failure.ts';
import type { PasskeyAnswer } from '#shared/passkey.ts';
import { acceptCode } from './accept-code.ts';
import { acceptPasskey } from './accept-passkey.ts';

/** Second step of a login: a code or a passkey. */
export type SecondStep = { code: string } | { passkey: PasskeyAnswer };

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
  const complete = (trx: Trx) => replaceHalfSession(deps, trx, sessions, caller, login);
  const begun = await ('code' in step
    ? acceptCode(deps, caller, step.code, complete)
    : acceptPasskey(deps, caller, step.passkey, complete));
  return { cookie: begun.cookie, reply: await begun.reply(sessions.tokens) };
}
