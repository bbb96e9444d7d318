import { run } from '#server/db/connection.ts';
import { miscounted } from '#server/db/miscounted.ts';
import type { Deps } from '#server/domain/deps.ts';
import { foldCounts, recountOrders, recountPayments, takeTenMinutes } from './upkeep.store.ts';

/**
 * Folds a client's counters into one shard, compares them with its tables and mends what differs. A difference is a bug,
 * so the log reports it.
 *
 * @returns totals that were wrong
 */
export async function recountClient({ db, log, metrics }: Deps, clientId: number): Promise<number> {
  await fold(db, clientId);
  const wrong = await db.withClient(clientId, async (trx) => {
    await takeTenMinutes(trx);
    return (await miscounted((text) => run(trx, text))).length;
  });
  if (wrong === 0) return 0;
  log.error(
    { event: 'miscounted', clientId, totals: wrong },
    'totals of a client differed from its tables and were mended',
  );
  metrics.miscounted(wrong);
  await db.withClient(clientId, async (trx) => {
    await takeTenMinutes(trx);
    await recountOrders(trx);
  });
  await db.withClient(clientId, recountPayments);
  return wrong;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Folds a client's shards, unless a writer is busy for longer than a lock is waited for: then they wait for another night. */
async function fold(db: Deps['db'], clientId: number): Promise<void> {
  try {
    await db.withClient(clientId, foldCounts);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  }
}
