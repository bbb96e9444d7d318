import type { Deps } from '#server/integrations/deps.ts';
import { syncSubjectItems } from '#server/orders/domain/subject-items.store.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import type { Day } from '#shared/kit/days.ts';
import { hasStock, insertFulfillment, insertStockLots } from './legacy-stock.store.ts';

/**
 * Imports stock for a client whose legacy orders are imported, and fulfillment orders according to the states of the
 * shipments. Does nothing if the client already has stock.
 *
 * @param today the day from which expiries count
 */
export async function importLegacyStock(
  { db }: Pick<Deps, 'db'>,
  clientId: number,
  today: Day,
  at: Date,
): Promise<void> {
  await db.withClient(clientId, async (trx) => {
    if (await hasStock(trx, clientId)) return;
    lockClient(trx, clientId);
    await insertStockLots(trx, clientId, today, at);
    await insertFulfillment(trx, clientId);
    syncSubjectItems(trx, clientId, 'sku', null);
  });
}
