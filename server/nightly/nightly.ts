import { deleteInSteps } from '#server/cluster/in-steps.ts';
import { type Queue, queue } from '#server/cluster/jobs.ts';
import { extendTimeouts, runText } from '#server/db/connection.ts';
import { counterDrift } from '#server/db/counter-drift.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { recountItems } from '#server/orders/domain/flags/recount-items.ts';
import { movePromises } from '#server/orders/domain/movement/move-promises.ts';
import { forgetOldDecisions } from '#server/orders/modification/undo-modification.ts';
import { deleteOldMarks } from '#server/orders/queue/queue.ts';
import { deleteOutdatedRefusedRegistrations } from '#server/people/access/registration/refused-registration.ts';
import { deleteUnusedDevices } from '#server/people/access/session/known-device.ts';
import { forgetExpiredTrust } from '#server/people/access/session/trusted-device.ts';
import { makeAuditMonths, pruneAuditTrail, verifyAuditTrail } from '#server/people/audit/audit-chain.ts';
import { readClientIds } from '#server/people/domain/client-ids.store.ts';
import { deleteExpiredEmailChanges } from '#server/people/email-change/email-change.ts';
import { maskReceivers } from '#server/people/personal-data/mask-receivers.ts';
import { reencryptSecrets } from '#server/people/second-factor/reencrypt-secrets.ts';
import { deleteExpiredStaffSessions } from '#server/people/staff/upkeep.ts';
import { localDay } from '#shared/kit/days.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { closeIncidents } from './close-incidents.ts';
import { deleteExpiredRows, deleteMails, foldCounts, recountOrders, recountPayments } from './nightly.store.ts';

/** Job that runs once per cluster every night, at 03:30 in Buenos Aires. */
export const nightly: Queue<object> = { ...queue<object>('nightly', 3, 60), cron: '30 3 * * *' };

/** Rows per transaction. */
const STEP = 5000;

/**
 * Counts the last promised days of a client's awaited shipments again and corrects those that differ from the calendar. A difference is a
 * bug, so it is logged as an error.
 *
 * @returns the number of shipments whose promise differed
 */
export async function recountPromises(deps: Deps, clientId: number, stopping: AbortSignal): Promise<number> {
  const wrong = await movePromises(deps, clientId, localDay(deps.clock()), stopping);
  if (wrong > 0) {
    deps.log.error(
      { event: 'promise_drift', clientId, shipments: wrong },
      'promised days differed from the calendar and are corrected',
    );
  }
  return wrong;
}

/**
 * Folds a client's counters into one shard, compares the counters with the tables, and recounts if they differ. Counter
 * drift is a bug, so it is logged as an error.
 *
 * @returns the number of wrong totals
 */
async function recountClient(
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

/**
 * Deletes expired rows, encrypts secrets by the current key, closes old incidents, masks the receivers of old orders, and verifies
 * all counters and the audit trail. A failure with secrets, the audit trail or one client doesn't affect the rest.
 *
 * @throws the last failure, after all clients were processed: the job is then retried
 */
export async function runNightlyMaintenance(deps: Deps, stopping: AbortSignal): Promise<void> {
  const begun = performance.now();
  let swept = 0;
  for (const sweep of SWEEPS) swept += await sweep(deps, stopping);
  await deleteOldMails(deps);
  let [closed, masked, corrected] = [0, 0, 0];
  const failures: unknown[] = [];
  const keepFailure = (error: unknown): number => {
    failures.push(error);
    return 0;
  };
  let reencrypted = await reencryptSecrets(deps, null, stopping).catch(keepFailure);
  await makeAuditMonths(deps).catch(keepFailure);
  const pruned = await pruneAuditTrail(deps).catch(keepFailure);
  const altered = await verifyAuditTrail(deps, stopping).catch(keepFailure);
  for (const clientId of await deps.db.withProvider(readClientIds)) {
    if (stopping.aborted) throw new Error('stopped');
    try {
      reencrypted += await reencryptSecrets(deps, clientId, stopping).catch(keepFailure);
      await forgetExpiredTrust(deps, clientId);
      await forgetOldDecisions(deps, clientId);
      closed += await closeIncidents(deps, clientId, stopping);
      masked += await maskReceivers(deps, clientId, stopping);
      corrected += await recountClient(deps, clientId);
      corrected += await recountPromises(deps, clientId, stopping);
      corrected += await recountItems(deps, clientId, stopping);
    } catch (error) {
      failures.push(error);
    }
  }
  if (stopping.aborted) throw new Error('stopped');
  const complete = failures.length === 0;
  const took = Math.round(performance.now() - begun);
  deps.log.info(
    { event: 'nightly', swept, closed, masked, corrected, pruned, altered, reencrypted, took, complete },
    'nightly maintenance is done',
  );
  if (failures.length > 0) throw failures.at(-1);
}

const SWEEPS = [
  deleteExpired,
  deleteExpiredStaffSessions,
  deleteExpiredEmailChanges,
  deleteUnusedDevices,
  deleteOutdatedRefusedRegistrations,
  deleteOldMarks,
];

function deleteExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping: AbortSignal): Promise<number> {
  return deleteInSteps(stopping, () => db.withoutClient((trx) => deleteExpiredRows(trx, clock(), STEP)));
}

/** Deletes mails older than RETENTION_DAYS from the mailbox of a demonstration. */
async function deleteOldMails({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  if (config.RETENTION_DAYS === undefined) return;
  const before = new Date(clock().getTime() - config.RETENTION_DAYS * DAY_MS);
  await db.withoutClient((trx) => deleteMails(trx, before));
}
