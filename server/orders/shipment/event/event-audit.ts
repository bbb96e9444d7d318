import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Movement, Outcome } from '#server/orders/domain/movement/move-shipments.ts';

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
  await deps.db.withProvider(async (trx) => {
    for (const { outcomes, inContext } of changing) {
      const call = { sent: outcomes.length, recorded: count(outcomes, 'recorded') };
      inContext(() => deps.events.record(trx, null, 'shipment.events_recorded_by_program', call));
    }
  });
}

/** Returns the number of outcomes with a result. */
export const count = (outcomes: readonly Outcome[], wanted: Outcome['result']): number =>
  outcomes.filter(({ result }) => result === wanted).length;

/**
 * Adds events that a person of the staff recorded to the audit trail.
 *
 * @param clientId client that reads the row, which names and counts only the client's events
 * @param movements of the known shipments
 */
export function recordMoves(
  { events }: Pick<Deps, 'events'>,
  trx: Trx,
  clientId: number,
  movements: readonly Movement[],
  outcomes: readonly Outcome[],
): void {
  const recorded = count(outcomes, 'recorded');
  if (recorded === 0) return;
  const labels = [...new Set(movements.map(({ label }) => label))];
  events.record(trx, clientId, 'shipment.events_recorded', { labels, sent: outcomes.length, recorded });
}
