import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deps } from '#server/domain/deps.ts';
import type { Outcome } from '#server/domain/move-shipments.ts';
import { gather } from '#server/platform/gather.ts';
import { type AuditedCall, recordCalls } from './event-audit.ts';
import { MAX_TOGETHER, type MovementsByClient, type ReceivedMovement, recordPromptly } from './record-groups.ts';

/** Runs in progress on each node. With a second one both would share less, and take more of the database's CPU. */
export const AT_ONCE = 1;

/** Calls that may wait: those of a few seconds. Load shedding counts no waiting calls, and connections are limited to thousands. */
const MAX_WAITING = 1000;

/**
 * Records the movements of a program's call together with those of other calls, and then adds the call's row to the audit trail. Movements
 * that would wait for locks are left, so that no call waits for another one's.
 *
 * @param outcomes of the call's events, which the movements settle
 * @returns the movements that weren't recorded; if there are any, the call has no row yet
 * @throws Failure 503 when too many calls wait, and the error of a lost connection
 */
export type CallGatherer = (clients: MovementsByClient, outcomes: readonly Outcome[]) => Promise<MovementsByClient>;

interface GatheredCall extends AuditedCall {
  clients: MovementsByClient;
}

/** Creates what gathers the programs' calls of a node. Calls have `MAX_TOGETHER` events or fewer. */
export function gatherCalls(deps: Deps): CallGatherer {
  const record = gather((calls: readonly GatheredCall[]) => recordTogether(deps, calls), {
    atOnce: AT_ONCE,
    most: MAX_TOGETHER,
    weightOf: ({ outcomes }) => outcomes.length,
    maxWaiting: MAX_WAITING,
  });
  return (clients, outcomes) => record({ clients, outcomes, inContext: AsyncLocalStorage.snapshot() });
}

async function recordTogether(deps: Deps, calls: readonly GatheredCall[]): Promise<MovementsByClient[]> {
  const left = await recordPromptly(deps, mergeByClient(calls));
  const leftOf = calls.map(({ clients }) => new Map([...clients].filter(([clientId]) => left.has(clientId))));
  await recordCalls(
    deps,
    calls.filter((_, nth) => leftOf[nth]?.size === 0),
  );
  return leftOf;
}

/** Merges the movements of each client, in the order in which their calls arrived. */
function mergeByClient(calls: readonly GatheredCall[]): MovementsByClient {
  const merged = new Map<number, ReceivedMovement[]>();
  for (const [clientId, movements] of calls.flatMap(({ clients }) => [...clients])) {
    merged.set(clientId, [...(merged.get(clientId) ?? []), ...movements]);
  }
  return merged;
}
