import { extendTimeouts, runText } from '#server/db/connection.ts';
import { counterDrift } from '#server/db/counter-drift.ts';
import type { Deps } from '#server/domain/deps.ts';
import { foldCounts, recountOrders, recountPayments } from './maintenance.store.ts';

/**
 * Folds a client's counters into one shard, compares the counters with the tables, and recounts if they differ. Counter
 * drift is a bug, so it is logged as an error.
 *
 * @returns the number of wrong totals
 */
export async function recountClient(
  { db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>,
  clientId: number,
): Promise<number> {
  await foldShards(db, clientId);
  const wrong = await db.withClient(clientId, async (trx) => {
    await extendTimeouts(trx);
    return (await counterDrift((text) => runText(trx, text))).length;
  });
  if (wrong === 0) return 0;
  log.error(
    { event: 'counter_drift', clientId, totals: wrong },
    'counter drift: totals of a client differed from its tables and are recounted',
  );
  metrics.counterDrift(wrong);
  await db.withClient(clientId, async (trx) => {
    await extendTimeouts(trx);
    await recountOrders(trx);
  });
  await db.withClient(clientId, async (trx) => {
    await extendTimeouts(trx);
    await recountPayments(trx);
  });
  return wrong;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Folds a client's counter shards. Leaves them for the next night if a writer holds a lock beyond the lock timeout. */
async function foldShards(db: Deps['db'], clientId: number): Promise<void> {
  try {
    await db.withClient(clientId, foldCounts);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  }
}
