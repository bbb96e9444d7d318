import type { Trx } from '#server/db/connection.ts';
import type { Deps } from './deps.ts';
import { paymentsOfEnded } from './ended-orders.store.ts';
import { withdrawals } from './payment-queues.ts';

/**
 * Enqueues the withdrawal of the open payments of those orders that have ended (readings C51), in the transaction that
 * moved their shipments.
 */
export async function withdrawPayments(
  { jobs }: Deps,
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
): Promise<void> {
  for (const id of await paymentsOfEnded(trx, clientId, orderIds)) {
    await jobs.enqueue(trx, withdrawals, { clientId, id });
  }
}
