import type { Trx } from '#server/db/connection.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Movement, Outcome } from '#server/domain/move-shipments.ts';

/** A program's call: the outcome of each of its events, and a function that runs another one in the call's asynchronous context. */
export interface AuditedCall {
  outcomes: readonly Outcome[];
  inContext: (record: () => void) => void;
}

/**
 * Adds the rows of programs' calls, which name no client, in one transaction. A call without a recorded event has none.
 */
export async function recordCalls(deps: Deps, calls: readonly AuditedCall[]): Promise<void> {
  const changing = calls.filter(({ outcomes }) => count(outcomes, 'recorded') > 0);
  if (changing.length === 0) return;
  await deps.db.withOperator(async (trx) => {
    for (const { outcomes, inContext } of changing) inContext(() => recordMoves(trx, null, [], outcomes));
  });
}

/** Returns the number of outcomes with a result. */
export const count = (outcomes: readonly Outcome[], wanted: Outcome['result']): number =>
  outcomes.filter(({ result }) => result === wanted).length;

/**
 * Adds events to the audit trail. A client's row names their parcel if they have only one. A program's row names none: equal calls of a
 * minute are added up, because scanners send each scan in a call of its own, and the parcel's history names program and time.
 *
 * @param clientId client that reads the row, which names and counts only the client's events; null for a program's row
 * @param movements of the known parcels
 */
export function recordMoves(
  trx: Trx,
  clientId: number | null,
  movements: readonly Movement[],
  outcomes: readonly Outcome[],
): void {
  const recorded = count(outcomes, 'recorded');
  if (recorded === 0) return;
  const details = { events: outcomes.length, recorded };
  if (clientId === null) {
    recordAudit(trx, { clientId, details, inParts: true, countedIn: 'any' });
    return;
  }
  const [label = null, ...others] = new Set(movements.map((movement) => movement.label));
  recordAudit(trx, { clientId, target: others.length === 0 ? label : null, details, inParts: true });
}
