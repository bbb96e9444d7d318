import type { Deps } from '#server/domain/deps.ts';
import { holdStock } from '#server/domain/stock.store.ts';
import type { Day } from '#shared/days.ts';
import { hasStock, insertFulfillment, insertShelves } from './older-stock.store.ts';

/**
 * Fills the shelves of a client whose older orders were imported, and makes their fulfillment orders as their parcels say:
 * once, for a client that has no stock.
 *
 * @param today the day that expiries are counted from
 */
export async function importOlderStock(
  { db }: Pick<Deps, 'db'>,
  clientId: number,
  today: Day,
  at: Date,
): Promise<void> {
  await db.withClient(clientId, async (trx) => {
    if (await hasStock(trx, clientId)) return;
    holdStock(trx, clientId);
    await insertShelves(trx, clientId, today, at);
    await insertFulfillment(trx, clientId);
  });
}
