import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Deps } from '#server/domain/deps.ts';
import { closeIncidents } from './close-incidents.ts';
import { deleteExpiredRows, readClientIds } from './maintenance.store.ts';
import { deleteOldMails, maskReceivers } from './mask-receivers.ts';
import { recountClient } from './recount.ts';

/** Every night at half past three in Buenos Aires: once, whatever the number of nodes. */
export const nightly: Queue<object> = { ...queue<object>('nightly', 3, 60), cron: '30 3 * * *' };

/** Rows that one transaction deletes. */
const STEP = 5000;

/**
 * The product's upkeep: sweeps what has expired, closes old incidents, masks the receivers of old orders, and counts all
 * counters again. Each client is on its own, so that failure with one keeps nobody else waiting.
 *
 * @throws at the end, where a client's part failed: the job is tried again, and finds the others done
 */
export async function runNightlyMaintenance(deps: Deps, stopping: AbortSignal): Promise<void> {
  const begun = performance.now();
  const swept = await deleteExpired(deps, stopping);
  await deleteOldMails(deps);
  let [closed, masked, corrected] = [0, 0, 0];
  let failure: unknown;
  for (const clientId of await deps.db.withOperator(readClientIds)) {
    if (stopping.aborted) throw new Error('stopped');
    try {
      closed += await closeIncidents(deps, clientId, stopping);
      masked += await maskReceivers(deps, clientId, stopping);
      corrected += await recountClient(deps, clientId);
    } catch (error) {
      failure = error;
    }
  }
  const took = Math.round(performance.now() - begun);
  deps.log.info(
    { event: 'nightly', swept, closed, masked, corrected, took, complete: !failure },
    'the nightly upkeep is done',
  );
  if (failure) throw failure;
}

async function deleteExpired({ db, clock }: Deps, stopping: AbortSignal): Promise<number> {
  let swept = 0;
  for (let n = 1; n > 0 && !stopping.aborted; swept += n) {
    n = await db.withoutClient((trx) => deleteExpiredRows(trx, clock(), STEP));
  }
  return swept;
}
