import { forEachStep, lastOfFullStep } from '#server/cluster/in-steps.ts';
import type { Trx } from '#server/db/connection.ts';
import { OLDEST, type RowPosition } from '#server/db/list/row-position.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { lockOrders, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { readOldIncidents, writeIncidentsClosed } from './nightly.store.ts';

/** Days that an order stays in 'Con problema' after the last event of its last final shipment (readings C51). */
const DAYS_IN_VIEW = 30;

/** Orders that one transaction reads, of which it closes those that are due. Kept small because other writers wait for its locks. */
const STEP = 200;

/**
 * Removes a client's orders that ended with a lost shipment from 'Con problema', 30 days after their last event. Their
 * state stays 'Con Incidencia', and their time of change stays too.
 *
 * @param limit see `STEP`
 * @returns the number of closed orders
 */
export async function closeIncidents(
  deps: Deps,
  clientId: number,
  stopping: AbortSignal,
  limit = STEP,
): Promise<number> {
  let closed = 0;
  await forEachStep(stopping, OLDEST, async (after) => {
    const step = await deps.db.withClient(clientId, (trx) => closeStep(deps, trx, clientId, { after, limit }));
    closed += step.closed;
    return step.next;
  });
  return closed;
}

/** Closes the next incidents that are due. @returns how many, and where the next step begins unless this was the last one */
async function closeStep(
  { clock, events }: Pick<Deps, 'clock' | 'events'>,
  trx: Trx,
  clientId: number,
  page: { after: RowPosition; limit: number },
): Promise<{ closed: number; next: RowPosition | undefined }> {
  const now = clock();
  const before = new Date(now.getTime() - DAYS_IN_VIEW * DAY_MS);
  const read = await readOldIncidents(trx, clientId, { before, ...page });
  const next = lastOfFullStep(read, page.limit);
  const ids = read.filter(({ due }) => due).map(({ id }) => id);
  if (ids.length === 0) return { closed: 0, next };
  await lockOrders(trx, clientId, ids);
  await writeIncidentsClosed(trx, clientId, ids, now);
  await refreshFlags(trx, clientId, ids);
  events.record(trx, clientId, 'order.incident_closed', { orderIds: ids });
  return { closed: ids.length, next };
}
