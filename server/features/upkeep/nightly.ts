import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Deps } from '#server/domain/deps.ts';
import { closeIncidents } from './close-incidents.ts';
import { forgetMails, maskClient } from './mask.ts';
import { recountClient } from './recount.ts';
import { readClientIds, sweepExpired } from './upkeep.store.ts';

/** Every night at half past three in Buenos Aires: once, whatever the number of nodes. */
export const nightly: Queue<object> = { ...queue<object>('nightly', 3, 60), cron: '30 3 * * *' };

/** Rows that one transaction deletes. */
const STEP = 5000;

/**
 * The product's upkeep: sweeps what has expired, closes old incidents, masks the receivers of old orders, and counts all
 * counters again. Each client is on its own, so that trouble with one keeps nobody else waiting.
 *
 * @throws at the end, where a client's part failed: the job is tried again, and finds the others done
 */
export async function doNightly(deps: Deps, stopping: AbortSignal): Promise<void> {
  const begun = performance.now();
  const swept = await sweep(deps, stopping);
  await forgetMails(deps);
  let [closed, masked, mended] = [0, 0, 0];
  let trouble: unknown;
  for (const clientId of await deps.db.withProvider(readClientIds)) {
    if (stopping.aborted) throw new Error('stopped');
    try {
      closed += await closeIncidents(deps, clientId, stopping);
      masked += await maskClient(deps, clientId, stopping);
      mended += await recountClient(deps, clientId);
    } catch (error) {
      trouble = error;
    }
  }
  const took = Math.round(performance.now() - begun);
  deps.log.info(
    { event: 'nightly', swept, closed, masked, mended, took, complete: !trouble },
    'the nightly upkeep is done',
  );
  if (trouble) throw trouble;
}

async function sweep({ db, clock }: Deps, stopping: AbortSignal): Promise<number> {
  let swept = 0;
  for (let n = 1; n > 0 && !stopping.aborted; swept += n) {
    n = await db.withoutClient((trx) => sweepExpired(trx, clock(), STEP));
  }
  return swept;
}
