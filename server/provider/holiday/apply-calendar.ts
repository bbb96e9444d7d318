import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { correctOrderItems } from '#server/orders/domain/flags/recount-items.ts';
import { movePromises } from '#server/orders/domain/movement/move-promises.ts';
import { readClientIds } from '#server/people/domain/client-ids.store.ts';
import type { Day } from '#shared/kit/days.ts';

/** Job that recomputes what depends on a changed calendar. `today` is the day of the change. */
export const calendarChanges: Queue<{ today: Day }> = queue('calendar-changes', 5, 60);

/** Seconds after which a second run finds what transactions wrote by the former calendar while the first one ran. */
const AGAIN_S = 60;

/** Enqueues the recomputation, to run after the commit. */
export async function enqueueCalendarChange({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, today: Day): Promise<void> {
  await jobs.enqueue(trx, calendarChanges, { today });
  await jobs.enqueue(trx, calendarChanges, { today }, AGAIN_S);
}

/**
 * Moves the promised days of all clients' shipments under way, and the deadlines of their open items, to those of the calendar. Idempotent.
 *
 * @throws the last client's failure, after the others: the job is then retried
 */
export async function applyCalendar(deps: Deps, { today }: { today: Day }, stopping: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const clientId of await deps.db.withProvider(readClientIds)) {
    if (stopping.aborted) throw new Error('stopped');
    try {
      await movePromises(deps, clientId, today, stopping);
      await correctOrderItems(deps, clientId, stopping);
    } catch (error) {
      failures.push(error);
    }
  }
  if (stopping.aborted) throw new Error('stopped');
  if (failures.length > 0) throw failures.at(-1);
}
