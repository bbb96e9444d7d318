import type { Config } from '#server/config/config.ts';
import type { Trx } from '#server/db/connection.ts';
import { isPublicUrl } from '#server/platform/loopback.ts';
import { accountOf, type Principal } from '#server/platform/principal.ts';
import type { Deps } from './deps.ts';
import { revokeSessionsBeyond } from './sessions.store.ts';

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
  { bus, clock, config, log }: Deps,
  trx: Trx,
  principal: Principal,
  { halfNetwork, unusedSince }: { halfNetwork: string | null; unusedSince: Date },
): Promise<number> {
  const keep = maxSessions(config) - 1;
  const ended = await revokeSessionsBeyond(trx, principal, { halfNetwork, keep, now: clock(), unusedSince });
  if (ended === 0) return 0;
  if (principal.kind === 'user') bus.publish(trx, principal.clientId, { kind: 'session', id: null });
  log.info({ by: accountOf(principal), ended }, 'a login ended other sessions of its person');
  return ended;
}
