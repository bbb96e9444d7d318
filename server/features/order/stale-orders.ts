import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { lockOrders, refreshFlags } from '#server/domain/order-flags.ts';
import { deleteStaleOrders, readClientsWithStaleOrders, readStaleOrders } from './stale-orders.store.ts';

/** A client whose orders an upgrade left with columns that an older rule derived. */
export const staleOrders: Queue<{ clientId: number }> = queue('stale-orders', 5, 60);

/** Number of orders that one transaction recomputes. */
const STEP = 200;

/** Enqueues the work that a migration left in `stale_orders`; without such rows it does nothing. */
export async function enqueueStaleOrders({ db, jobs }: Deps): Promise<void> {
  for (const clientId of await db.withoutClient(readClientsWithStaleOrders)) {
    await db.withClient(clientId, (trx) => jobs.enqueue(trx, staleOrders, { clientId }));
  }
}

/** Recomputes a client's stale orders, one step per transaction. Safe on several nodes at once and to interrupt. */
export async function refreshStaleOrders({ db }: Deps, clientId: number, stopping: AbortSignal): Promise<void> {
  for (let n = STEP; n === STEP && !stopping.aborted; ) {
    n = await db.withClient(clientId, (trx) => refreshStep(trx, clientId));
  }
}

async function refreshStep(trx: Trx, clientId: number): Promise<number> {
  const ids = await readStaleOrders(trx, clientId, STEP);
  if (ids.length === 0) return 0;
  // Locked before the rows are deleted: a concurrent run that waits here finds nothing left to delete.
  await lockOrders(trx, clientId, ids);
  await refreshFlags(trx, clientId, ids);
  await deleteStaleOrders(trx, clientId, ids);
  return ids.length;
}
