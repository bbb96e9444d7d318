import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { Device } from './device.ts';
import { type BegunSession, beginSession } from './login.ts';
import { revokeOtherSessions } from './password.store.ts';
import { endHalfSession, markCodeGiven } from './second-step.store.ts';
import type { Sessions } from './session.ts';

/**
 * Replaces a session that lacks its second step by a complete one. The device is recorded now: who knows only the password has not
 * logged in.
 *
 * @throws Failure 401 if the session has ended since it was read, for example because another code completed it
 */
export async function replaceHalfSession(
  deps: Deps,
  trx: Trx,
  sessions: Sessions,
  { clientId, userId, sessionId }: Caller,
  device: Device,
): Promise<BegunSession> {
  const passwordEpoch = await endHalfSession(trx, clientId, sessionId, deps.clock());
  if (passwordEpoch === null) throw new Failure(401, messages.unauthorized);
  sessions.invalidateClient(trx, clientId);
  return beginSession(deps, trx, { clientId, userId, passwordEpoch }, device, 'code');
}

/** Completes the caller's session after a change of the second factor, which proved a code, and ends all others, on all nodes. */
export async function keepOnlySession(deps: Deps, trx: Trx, sessions: Sessions, caller: Caller): Promise<void> {
  const now = deps.clock();
  await markCodeGiven(trx, caller.clientId, caller.sessionId, now);
  await revokeOtherSessions(trx, caller, { except: caller.sessionId, now });
  sessions.invalidateClient(trx, caller.clientId);
}
