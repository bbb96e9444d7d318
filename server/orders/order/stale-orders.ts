import { changeInSteps } from '#server/cluster/in-steps.ts';
import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { lockOrders, refreshFlags } from '#server/orders/domain/flags/order-flags.ts';
import { deleteStaleOrders, readClientsWithStaleOrders, readStaleOrders } from './stale-orders.store.ts';

/** Job that recomputes a client's orders whose flags were derived by the rules of an older version. */
export const staleOrders: Queue<{ clientId: number }> = queue('stale-orders', 5, 60);

/** Orders per transaction. */
const STEP = 200;

/** Enqueues a job for each client that has rows in `stale_orders`, where a migration lists the orders to recompute. */
export async function enqueueStaleOrders({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (const clientId of await db.withoutClient(readClientsWithStaleOrders)) {
    await db.withClient(clientId, (trx) => jobs.enqueue(trx, staleOrders, { clientId }));
  }
}

/** Recomputes a client's stale orders, `STEP` orders per transaction. May run on several nodes and be interrupted. */
export async function refreshStaleOrders(
  { db }: Pick<Deps, 'db'>,
  clientId: number,
  stopping: AbortSignal,
): Promise<void> {
  await changeInSteps(stopping, STEP, () => db.withClient(clientId, (trx) => refreshStep(trx, clientId)));
}

async function refreshStep(trx: Trx, clientId: number): Promise<number> {
  const ids = await readStaleOrders(trx, clientId, STEP);
  if (ids.length === 0) return 0;
  // Locks before deleting the rows: a concurrent run that waits here then finds nothing left to delete.
  await lockOrders(trx, clientId, ids);
  await refreshFlags(trx, clientId, ids);
  await deleteStaleOrders(trx, clientId, ids);
  return ids.length;
}
