import { run } from '#server/db/connection.ts';
import { counterDrift } from '#server/db/counter-drift.ts';
import type { Deps } from '#server/domain/deps.ts';
import { extendStatementTimeout, foldCounts, recountOrders, recountPayments } from './maintenance.store.ts';

/**
 * Folds a client's counters into one shard, compares them with its tables and mends what differs. A difference is a bug,
 * so the log reports it.
 *
 * @returns totals that were wrong
 */
export async function recountClient({ db, log, metrics }: Deps, clientId: number): Promise<number> {
  await foldShards(db, clientId);
  const wrong = await db.withClient(clientId, async (trx) => {
    await extendStatementTimeout(trx);
    return (await counterDrift((text) => run(trx, text))).length;
  });
  if (wrong === 0) return 0;
  log.error(
    { event: 'counter_drift', clientId, totals: wrong },
    'totals of a client differed from its tables and were mended',
  );
  metrics.counterDrift(wrong);
  await db.withClient(clientId, async (trx) => {
    await extendStatementTimeout(trx);
    await recountOrders(trx);
  });
  await db.withClient(clientId, recountPayments);
  return wrong;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Folds a client's shards, unless a writer is busy for longer than a lock is waited for: then they wait for another night. */
async function foldShards(db: Deps['db'], clientId: number): Promise<void> {
  try {
    await db.withClient(clientId, foldCounts);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  }
}
