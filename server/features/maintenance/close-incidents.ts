import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { lockOrders, refreshFlags } from '#server/domain/order-flags.ts';
import { readDueIncidents, writeIncidentsClosed } from './maintenance.store.ts';

/** Days that an order stays in 'Con problema' after the last event of its last final shipment (readings C51). */
const DAYS_IN_VIEW = 30;

/** Orders that one transaction closes. Kept small because other writers wait for its locks. */
const STEP = 200;

const DAY = 24 * 3600 * 1000;

/**
 * Removes a client's orders that ended with a lost parcel from 'Con problema', 30 days after their last event. Their
 * state stays 'Con Incidencia', and their time of change stays too.
 *
 * @returns the number of closed orders
 */
export async function closeIncidents(deps: Deps, clientId: number, stopping: AbortSignal): Promise<number> {
  let closed = 0;
  for (let n = STEP; n === STEP && !stopping.aborted; closed += n) {
    n = await deps.db.withClient(clientId, (trx) => closeStep(deps, trx, clientId));
  }
  return closed;
}

async function closeStep({ clock, bus }: Deps, trx: Trx, clientId: number): Promise<number> {
  const now = clock();
  const before = new Date(now.getTime() - DAYS_IN_VIEW * DAY);
  const ids = await readDueIncidents(trx, clientId, { before, limit: STEP });
  if (ids.length === 0) return 0;
  await lockOrders(trx, clientId, ids);
  await writeIncidentsClosed(trx, clientId, ids, now);
  await refreshFlags(trx, clientId, ids);
  for (const id of ids) bus.publish(trx, clientId, { kind: 'order', id });
  return ids.length;
}
