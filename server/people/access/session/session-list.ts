import type { Deps } from '#server/integrations/deps.ts';
import { invalidateSessions } from '#server/people/domain/cached-sessions.ts';
import { endSessions } from '#server/people/domain/session-limit.ts';
import { revokeSession } from '#server/people/domain/sessions.store.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import type * as calls from '#shared/people/sessions.ts';
import { SESSION_HOURS } from './session.ts';
import { listOpenSessions } from './session-list.store.ts';

/** Returns the caller's open sessions, this one first. */
export async function readSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
): Promise<ReplyOf<typeof calls.listSessions>> {
  const now = clock();
  const unusedSince = new Date(now.getTime() - SESSION_HOURS.idle * HOUR_MS);
  const [results] = await db.read(caller.clientId, [
    listOpenSessions(caller, { current: caller.sessionId, now, unusedSince }),
  ]);
  return { results };
}

/**
 * Ends one of the caller's sessions, at once on all nodes, and forgets the browsers that the caller trusts.
 *
 * @throws Failure 404 for any other session
 */
export async function endOwnSession(
  { db, bus, events, clock }: Pick<Deps, 'db' | 'bus' | 'events' | 'clock'>,
  caller: Caller,
  id: string,
) {
  const { clientId } = caller;
  await db.withClient(clientId, async (trx) => {
    const ended = await revokeSession(trx, userPrincipal(caller), id, clock());
    if (!ended) throw new Failure(404, messages.notFound);
    events.record(trx, clientId, 'session.revoked');
    invalidateSessions({ bus }, trx, clientId);
  });
  return { message: 'La sesión se cerró' };
}

/** Ends all sessions of the caller except this one, at once on all nodes, and forgets the browsers that the caller trusts. */
export async function endOtherSessions(deps: Pick<Deps, 'db' | 'bus' | 'events' | 'clock'>, caller: Caller) {
  const { clientId, sessionId } = caller;
  await deps.db.withClient(clientId, async (trx) => {
    const ended = await endSessions(deps, trx, userPrincipal(caller), sessionId);
    if (ended > 0) deps.events.record(trx, clientId, 'session.others_revoked');
  });
  return { message: 'Se cerraron las otras sesiones' };
}
