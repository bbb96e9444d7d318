import { countAttempt } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { actorInLog, type ProviderCaller } from '#server/platform/http/request/caller.ts';
import { HOUR_SECONDS } from '#shared/kit/time-units.ts';

/** Receivers whose contact a person may see within an hour, shown or on a printed label. */
const SEEN_BY_PERSON = 300;

/**
 * Counts a receiver whose contact a call shows. People have one limit for all such calls, so that no call reads more contacts than another;
 * keys have one for each.
 *
 * @param call name of the call's rate limit for keys, with its limit an hour
 * @throws Failure 429 past the limit
 */
export function countReceiverSeen(
  deps: Deps,
  caller: ProviderCaller,
  call: { name: string; limit: number },
): Promise<void> {
  const limit = caller.actor.kind === 'staff' ? { name: 'receiver seen', limit: SEEN_BY_PERSON } : call;
  return countAttempt(deps, [{ ...limit, subject: actorInLog(caller), seconds: HOUR_SECONDS }]);
}
