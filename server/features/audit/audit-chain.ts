import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Deps } from '#server/domain/deps.ts';
import { extendStatementTimeout } from '#server/domain/statement-timeout.store.ts';
import { pruneRows, sealRows, verifyChain } from './audit-chain.store.ts';

/** Job that seals new rows of the audit trail, once per cluster and minute. */
export const auditSeals: Queue<object> = { ...queue<object>('audit-seal', 3, 60), cron: '* * * * *' };

/** Rows per transaction. */
const STEP = 2000;

/** Appends all new rows of the audit trail to the hash chains of their clients. @returns how many */
export async function sealAuditTrail({ db }: Pick<Deps, 'db'>, stopping: AbortSignal): Promise<number> {
  let sealed = 0;
  for (let n = STEP; n === STEP && !stopping.aborted; sealed += n)
    n = await db.withOperator((trx) => sealRows(trx, STEP));
  return sealed;
}

/**
 * Recomputes the hash chain of a client and logs an error for each row that is missing or changed. `clientId` is 0 for the rows
 * of no client.
 *
 * @returns number of problems
 */
export async function verifyAuditTrail({ db, log }: Deps, clientId: number): Promise<number> {
  const problems = await db.withOperator(async (trx) => {
    await extendStatementTimeout(trx);
    return verifyChain(trx, clientId);
  });
  for (const problem of problems) log.error({ event: 'security', clientId, ...problem }, 'the audit trail was altered');
  return problems.length;
}

/** Deletes rows of the audit trail after 13 months; checkpoints keep the hash chains verifiable. @returns how many */
export function pruneAuditTrail({ db }: Deps): Promise<number> {
  return db.withOperator(async (trx) => {
    await extendStatementTimeout(trx);
    return pruneRows(trx);
  });
}
