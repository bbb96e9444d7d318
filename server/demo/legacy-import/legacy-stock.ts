import type { Deps } from '#server/domain/deps.ts';
import { lockStock } from '#server/domain/stock.store.ts';
import type { Day } from '#shared/days.ts';
import { hasStock, insertFulfillment, insertStockLots } from './legacy-stock.store.ts';

/**
 * Fills the shelves of a client whose older orders were imported, and makes their fulfillment orders as their parcels say:
 * once, for a client that has no stock.
 *
 * @param today the day that expiries are counted from
 */
export async function importLegacyStock(
  { db }: Pick<Deps, 'db'>,
  clientId: number,
  today: Day,
  at: Date,
): Promise<void> {
  await db.withClient(clientId, async (trx) => {
    if (await hasStock(trx, clientId)) return;
    lockStock(trx, clientId);
    await insertStockLots(trx, clientId, today, at);
    await insertFulfillment(trx, clientId);
  });
}
