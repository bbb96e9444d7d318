import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { invalidateSessions } from '#server/people/domain/cached-sessions.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { type BegunSession, beginSession } from './login.ts';
import { endHalfSession, markCodeGiven } from './second-step.store.ts';
import type { Device } from './session/device.ts';
import { trustDevice } from './session/trusted-device.ts';

/** A session after its second step. */
export interface CompletedSession extends BegunSession {
  /** `Set-Cookie` header of a browser that is trusted from now on; null for none. */
  cookie: string | null;
}

/**
 * Replaces a session that lacks its second step by a complete one. The device is recorded now: who knows only the password has not
 * logged in.
 *
 * @param login `trust`: whether the browser gives no code for the next 30 days
 * @throws Failure 401 if the session has ended since it was read, for example because another code completed it
 */
export async function replaceHalfSession(
  deps: Deps,
  trx: Trx,
  { clientId, userId, sessionId }: Caller,
  { device, trust }: { device: Device; trust: boolean },
): Promise<CompletedSession> {
  const passwordEpoch = await endHalfSession(trx, clientId, sessionId, deps.clock());
  if (passwordEpoch === null) throw new Failure(401, messages.unauthorized);
  invalidateSessions(deps, trx, clientId);
  const owner = { clientId, userId, passwordEpoch };
  const cookie = trust ? await trustDevice(deps, trx, owner) : null;
  return { ...(await beginSession(deps, trx, owner, device, 'code')), cookie };
}

/** Records that a code was given in the caller's session, on all nodes. */
export async function recordCodeGiven(deps: Deps, trx: Trx, caller: Caller): Promise<void> {
  await markCodeGiven(trx, caller.clientId, caller.sessionId, deps.clock());
  invalidateSessions(deps, trx, caller.clientId);
}
