import { run, type Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { NON_DELIVERY_REASONS } from '#shared/rules/non-delivery-reasons.ts';
import { FINAL_STATES } from '#shared/rules/shipment-states.ts';

/** What stands where a receiver's name and street were. */
const MASKED = 'Dato borrado';

/** Orders and rows that one transaction masks: others wait for its locks. */
const STEP = { orders: 200, rows: 1000 };

const DAY = 24 * 3600 * 1000;

/**
 * Masks receivers' personal data of a client (Ley 25.326): of its orders whose every shipment ended more than
 * RETENTION_DAYS ago, and of what its bulk uploads of that time keep. What was masked stays as it is; whoever is stopped
 * goes on the next night.
 *
 * @returns orders that were masked
 */
export async function maskClient(deps: Deps, clientId: number, stopping: AbortSignal): Promise<number> {
  const { db, clock, config, metrics } = deps;
  if (config.RETENTION_DAYS === null) return 0;
  const now = clock();
  const before = new Date(now.getTime() - config.RETENTION_DAYS * DAY);
  let masked = 0;
  for (let n = STEP.orders; n === STEP.orders && !stopping.aborted; masked += n) {
    n = await db.withClient(clientId, (trx) => maskStep(trx, { before, now }));
    metrics.masked(n);
  }
  for (let n = STEP.rows; n === STEP.rows && !stopping.aborted; ) {
    n = await db.withClient(clientId, (trx) => emptyStep(trx, { before, now }));
  }
  return masked;
}

/** Masks the next orders of the transaction's client that ended before a moment. @returns how many */
export async function maskStep(trx: Trx, { before, now }: Due): Promise<number> {
  const values = [before, FINAL_STATES, NON_DELIVERY_REASONS, MASKED, now, STEP.orders];
  const [row] = await run<{ n: number }>(trx, 'SELECT mask_due_orders($1, $2, $3, $4, $5, $6) AS n', values);
  return row?.n ?? 0;
}

/** Empties the next rows of its bulk uploads that ended before that. @returns how many */
async function emptyStep(trx: Trx, { before, now }: Due): Promise<number> {
  const values = [before, MASKED, now, STEP.rows];
  const [row] = await run<{ n: number }>(trx, 'SELECT mask_due_batches($1, $2, $3, $4) AS n', values);
  return row?.n ?? 0;
}

interface Due {
  before: Date;
  now: Date;
}

/** Forgets the mails of that time that a demonstration's mailbox keeps. */
export async function forgetMails({ db, clock, config }: Deps): Promise<void> {
  if (config.RETENTION_DAYS === null) return;
  const before = new Date(clock().getTime() - config.RETENTION_DAYS * DAY);
  await db.withoutClient((trx) => run(trx, 'DELETE FROM dev_mailbox WHERE sent_at < $1', [before]));
}
