import type { Config } from '#server/config/config.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { isPublicUrl } from '#server/platform/network/loopback.ts';
import { accountOf, type Principal } from '#server/platform/secrets/principal.ts';
import { invalidateSessions } from './cached-sessions.ts';
import { revokeSessions, revokeSessionsBeyond } from './sessions.store.ts';

/** Invalidates the cached sessions of a person. Those of the staff are read at each call. */
function invalidateSessionsOf(deps: Pick<Deps, 'bus'>, trx: Trx, principal: Principal): void {
  if (principal.kind === 'user') invalidateSessions(deps, trx, principal.clientId);
}

/**
 * Ends the open sessions of a person, at once on all nodes, and forgets the browsers that the person trusts.
 *
 * @param except id of a session that stays open; null for none
 * @returns how many it ended
 */
export async function endSessions(
  deps: Pick<Deps, 'bus' | 'clock'>,
  trx: Trx,
  principal: Principal,
  except: string | number | null,
): Promise<number> {
  const ended = await revokeSessions(trx, principal, { except, now: deps.clock() });
  // Even if no other is open: the caller may have changed what the cache has of the session that stays.
  invalidateSessionsOf(deps, trx, principal);
  return ended;
}

/** Maximum number of open sessions of a person: a stolen password, or a program that logs in for each call, opens no more. */
const MAX_SESSIONS = 20;

/** All visitors of a public demonstration log in as the same few people, and shouldn't end each other's sessions. */
const MAX_DEMONSTRATION_SESSIONS = 1000;

/** Returns how many open sessions a person may have. */
const maxSessions = ({ DEMO, PUBLIC_URL }: Config): number =>
  DEMO && isPublicUrl(PUBLIC_URL) ? MAX_DEMONSTRATION_SESSIONS : MAX_SESSIONS;

/**
 * Ends other sessions of a person who has as many as allowed, the least used ones first. Sessions that lack their second step are counted
 * apart and by network, so that a stolen password ends none of the person's.
 *
 * @param halfNetwork network of a new session that lacks its second step; null for a complete one
 * @param unusedSince sessions last used before have ended
 * @returns how many it ended
 */
export async function makeRoom(
  deps: Deps,
  trx: Trx,
  principal: Principal,
  { halfNetwork, unusedSince }: { halfNetwork: string | null; unusedSince: Date },
): Promise<number> {
  const { clock, config, log } = deps;
  const keep = maxSessions(config) - 1;
  const ended = await revokeSessionsBeyond(trx, principal, { halfNetwork, keep, now: clock(), unusedSince });
  if (ended === 0) return 0;
  invalidateSessionsOf(deps, trx, principal);
  log.info({ by: accountOf(principal), ended }, 'a login ended other sessions of its person');
  return ended;
}
