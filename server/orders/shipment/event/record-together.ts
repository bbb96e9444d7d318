import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deps } from '#server/integrations/deps.ts';
import type { Outcome } from '#server/orders/domain/movement/move-shipments.ts';
import { gather } from '#server/platform/concurrency/gather.ts';
import { isUnreachable } from '#server/platform/network/unreachable-database.ts';
import { type AuditedCall, recordCalls } from './event-audit.ts';
import { MAX_TOGETHER, type MovementsByClient, type ReceivedMovement, recordPromptly } from './record-groups.ts';

/** Runs in progress on each node. With a second one both would share less, and take more of the database's CPU. */
export const AT_ONCE = 1;

/**
 * Maximum number of waiting events: those of a few seconds. Load shedding counts no waiting calls, and connections are
 * limited to thousands.
 */
const MAX_WAITING = 1000;

/** What a run leaves of a call. */
interface Leftover {
  /** Movements that weren't recorded. */
  clients: MovementsByClient;
  /** Whether the call has its row in the audit trail, or needs none. */
  audited: boolean;
}

/**
 * Records the movements of a program's call together with those of other calls, and then adds the call's row to the
 * audit trail. Movements that would wait for locks aren't recorded but returned, so that no call waits for another
 * call's locks.
 *
 * @param outcomes of the call's events, which the movements settle
 * @throws OverloadError when too many events wait, and the error of a lost connection
 */
export type CallGatherer = (clients: MovementsByClient, outcomes: readonly Outcome[]) => Promise<Leftover>;

interface GatheredCall extends AuditedCall {
  clients: MovementsByClient;
}

/** Creates the gatherer of a node's calls by programs. Calls have `MAX_TOGETHER` events or fewer. */
export function gatherCalls(deps: Deps): CallGatherer {
  const record = gather((calls: readonly GatheredCall[]) => recordTogether(deps, calls), {
    atOnce: AT_ONCE,
    most: MAX_TOGETHER,
    weightOf: ({ outcomes }) => outcomes.length,
    maxWaiting: MAX_WAITING,
  });
  return (clients, outcomes) => record({ clients, outcomes, inContext: AsyncLocalStorage.snapshot() });
}

async function recordTogether(deps: Deps, calls: readonly GatheredCall[]): Promise<Leftover[]> {
  const left = await recordPromptly(deps, mergeByClient(calls));
  const leftOf = calls.map(({ clients }) => new Map([...clients].filter(([clientId]) => left.has(clientId))));
  const complete = calls.filter((_, nth) => leftOf[nth]?.size === 0);
  const audited = await areAudited(deps, complete);
  return leftOf.map((clients) => ({ clients, audited: audited && clients.size === 0 }));
}

/** Adds the rows of calls. @returns false if that failed: then each call adds its own, so that none lacks its row because of another one */
async function areAudited(deps: Deps, calls: readonly GatheredCall[]): Promise<boolean> {
  try {
    await recordCalls(deps, calls);
    return true;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    deps.log.warn({ code: (error as { code?: string }).code }, 'rows of the audit trail are added one call at a time');
    return false;
  }
}

/** Merges the movements of each client, in the order in which their calls arrived. */
function mergeByClient(calls: readonly GatheredCall[]): MovementsByClient {
  const merged = new Map<number, ReceivedMovement[]>();
  for (const [clientId, movements] of calls.flatMap(({ clients }) => [...clients])) {
    merged.set(clientId, [...(merged.get(clientId) ?? []), ...movements]);
  }
  return merged;
}
