import { changeInSteps } from '#server/cluster/in-steps.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { findSubjectDrift, syncSubjectItems } from '#server/orders/domain/subject-items.store.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { type MaskCriteria, maskDueBatches, maskDueOrders, maskRequested } from './mask-receivers.store.ts';

/** Orders and rows that one transaction masks. Kept small because other writers wait for its locks. */
const STEP = { orders: 200, rows: 1000 };

/**
 * Masks personal data of a client's receivers (Ley 25.326): on request, and in orders whose last shipment ended more than
 * RETENTION_DAYS ago and in bulk uploads of the same age. Idempotent; an interrupted run continues the next night.
 *
 * @returns the number of masked orders
 */
export async function maskReceivers(deps: Deps, clientId: number, stopping: AbortSignal): Promise<number> {
  const { db, clock, config } = deps;
  const requested = await maskRequestedOrders(deps, clientId, stopping);
  if (config.RETENTION_DAYS === undefined) return requested;
  const now = clock();
  const before = new Date(now.getTime() - config.RETENTION_DAYS * DAY_MS);
  const due = await maskOrders(deps, clientId, stopping, (trx) => maskStep(trx, { before, now }));
  await changeInSteps(stopping, STEP.rows, () =>
    db.withClient(clientId, (trx) => maskBatchStep(trx, clientId, { before, now })),
  );
  return requested + due;
}

/**
 * Masks the receivers of a client's ended orders whose erasure was requested, whatever their age.
 *
 * @returns the number of masked orders
 */
export function maskRequestedOrders(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  clientId: number,
  stopping?: AbortSignal,
): Promise<number> {
  return maskOrders(deps, clientId, stopping, (trx) => maskRequested(trx, deps.clock(), STEP.orders));
}

/** Masks orders of a client in steps, and counts them for the metrics. @returns the number of masked orders */
function maskOrders(
  { db, metrics }: Pick<Deps, 'db' | 'metrics'>,
  clientId: number,
  stopping: AbortSignal | undefined,
  step: (trx: Trx) => Promise<number>,
): Promise<number> {
  return changeInSteps(stopping, STEP.orders, async () => {
    const n = await db.withClient(clientId, step);
    metrics.masked(n);
    return n;
  });
}

/** Masks the next orders of the transaction's client that ended before `before`. @returns how many */
export function maskStep(trx: Trx, { before, now }: Omit<MaskCriteria, 'limit'>): Promise<number> {
  return maskDueOrders(trx, { before, now, limit: STEP.orders });
}

/** Masks the next due rows of uploads, and closes the items of uploads that can't be corrected any more. */
async function maskBatchStep(trx: Trx, clientId: number, due: Omit<MaskCriteria, 'limit'>): Promise<number> {
  const masked = await maskDueBatches(trx, { ...due, limit: STEP.rows });
  syncSubjectItems(trx, clientId, 'batch', await findSubjectDrift(trx, clientId, 'batch'));
  return masked;
}
