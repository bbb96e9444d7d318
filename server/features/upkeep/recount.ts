import { run } from '#server/db/connection.ts';
import { miscounted } from '#server/db/miscounted.ts';
import type { Deps } from '#server/domain/deps.ts';

/** Counting a client of a million orders takes seconds. */
const PATIENT =
  "SELECT set_config('statement_timeout', '600000', true), set_config('idle_in_transaction_session_timeout', '600000', true)";

/**
 * Folds a client's counters into one shard, compares them with its tables and mends what differs. A difference is a bug,
 * so the log reports it.
 *
 * @returns totals that were wrong
 */
export async function recountClient({ db, log, metrics }: Deps, clientId: number): Promise<number> {
  await fold(db, clientId);
  const wrong = await db.withClient(clientId, async (trx) => {
    await run(trx, PATIENT);
    return (await miscounted((text) => run(trx, text))).length;
  });
  if (wrong === 0) return 0;
  log.error(
    { event: 'miscounted', clientId, totals: wrong },
    'totals of a client differed from its tables and were mended',
  );
  metrics.miscounted(wrong);
  await db.withClient(clientId, async (trx) => {
    await run(trx, PATIENT);
    await run(trx, 'SELECT recount()');
  });
  await db.withClient(clientId, (trx) => run(trx, 'SELECT recount_client_payments()'));
  return wrong;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Folds a client's shards, unless a writer is busy for longer than a lock is waited for: then they wait for another night. */
async function fold(db: Deps['db'], clientId: number): Promise<void> {
  try {
    await db.withClient(clientId, (trx) => run(trx, 'SELECT fold_counts()'));
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  }
}
