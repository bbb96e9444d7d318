import { setTimeout as sleep } from 'node:timers/promises';
import { changeInSteps } from '#server/cluster/in-steps.ts';
import { type Queue, queue } from '#server/cluster/jobs.ts';
import { extendTimeouts, type Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import {
  type AuditRange,
  type ChainProblem,
  findMissingSeals,
  findProblems,
  makeMonths,
  type PrunedAuditTrail,
  pruneRows,
  sealRows,
} from './audit-chain.store.ts';

/** Job that seals new rows of the audit trail, once per cluster and minute. */
export const auditSeals: Queue<object> = { ...queue<object>('audit-seal', 3, 60), cron: '* * * * *' };

/** Rows per transaction. */
const STEP = 2000;

/** Appends all new rows of the audit trail to the hash chains of their clients. @returns how many */
export function sealAuditTrail({ db }: Pick<Deps, 'db'>, stopping: AbortSignal): Promise<number> {
  return changeInSteps(stopping, STEP, () => db.withProvider((trx) => sealRows(trx, STEP)));
}

/** Nights within which each row of the audit trail is checked again. */
const NIGHTS = 14;

/** Returns the first moment of the month (UTC) that was 13 months ago: earlier rows are deleted. */
function keptSince(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 13));
}

/**
 * Returns the ranges of time that a night checks: every row since yesterday, and of the days before each fourteenth,
 * another one each night. Rows older than the 13 kept months belong to the oldest day. A range is a day at most, so
 * that no statement takes long.
 */
function rangesOfNight(now: Date): AuditRange[] {
  const tonight = Math.floor(now.getTime() / DAY_MS);
  const oldest = keptSince(now).getTime() / DAY_MS;
  const ranges: AuditRange[] = [{ since: new Date((tonight - 1) * DAY_MS), until: null }];
  for (let day = tonight - 2; day >= oldest; day--)
    if (day % NIGHTS === tonight % NIGHTS)
      ranges.push({ since: day === oldest ? null : new Date(day * DAY_MS), until: new Date((day + 1) * DAY_MS) });
  return ranges;
}

/**
 * Recomputes the hash chains of all clients: the rows since yesterday, and a fourteenth of the days before. Logs an error for each row or
 * seal that is missing or changed.
 *
 * @returns number of problems
 */
export async function verifyAuditTrail(
  { db, log, clock }: Pick<Deps, 'db' | 'log' | 'clock'>,
  stopping: AbortSignal,
): Promise<number> {
  const find = (work: (trx: Trx) => Promise<ChainProblem[]>) =>
    db.withProvider(async (trx) => {
      await extendTimeouts(trx);
      return work(trx);
    });
  let found = 0;
  // Logged at once, so that a later check that fails hides none.
  const report = (problems: readonly ChainProblem[]) => {
    found += problems.length;
    for (const problem of problems) log.error({ event: 'security', ...problem }, 'the audit trail was altered');
  };
  report(await find(findMissingSeals));
  for (const range of rangesOfNight(clock())) {
    if (stopping.aborted) break;
    report(await find((trx) => findProblems(trx, range)));
  }
  return found;
}

/** Makes the next months' partitions of the audit trail. @returns the number of months */
export function makeAuditMonths({ db }: Pick<Deps, 'db'>): Promise<number> {
  return withLocks(() =>
    db.withProvider(async (trx) => {
      await extendTimeouts(trx);
      return makeMonths(trx);
    }),
  );
}

/** Deletes rows of the audit trail that are older than 13 months; checkpoints keep the hash chains verifiable. */
export function pruneAuditTrail({ db }: Pick<Deps, 'db'>): Promise<PrunedAuditTrail> {
  return withLocks(() =>
    db.withProvider(async (trx) => {
      await extendTimeouts(trx);
      return pruneRows(trx);
    }),
  );
}

/** SQLSTATE of a lock that wasn't free in time. */
const LOCK_UNAVAILABLE = '55P03';

/** Attempts to get the locks, within about ten seconds. Calls that queue behind an attempt run in between. */
const MAX_ATTEMPTS = 8;

async function withLocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_ATTEMPTS || (error as { code?: string }).code !== LOCK_UNAVAILABLE) throw error;
      await sleep(500 + Math.random() * 1000);
    }
  }
}
