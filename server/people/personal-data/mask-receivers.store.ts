import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { NON_DELIVERY_REASONS } from '#shared/orders/rules/shipment/non-delivery-reasons.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { MASKED } from '#shared/people/rules/masked.ts';

/** Selects orders or uploads that ended before `before`, at most `limit` of them. */
export interface MaskCriteria {
  before: Date;
  now: Date;
  limit: number;
}

const MASK_DUE_ORDERS = statement(
  'mask-receivers.mask-due-orders',
  'SELECT mask_due_orders($1, $2, $3, $4, $5, $6) AS n',
);

/** Masks the next due orders of the transaction's client. @returns how many */
export async function maskDueOrders(trx: Trx, { before, now, limit }: MaskCriteria): Promise<number> {
  const values = [before, FINAL_STATES, NON_DELIVERY_REASONS, MASKED, now, limit];
  const [row] = await run(trx, MASK_DUE_ORDERS, values);
  return row?.n ?? 0;
}

const MASK_REQUESTED = statement(
  'mask-receivers.mask-requested',
  'SELECT mask_requested_orders($1, $2, $3, $4, $5) AS n',
);

/** Masks the next ended orders of the transaction's client whose erasure was requested. @returns how many */
export async function maskRequested(trx: Trx, now: Date, limit: number): Promise<number> {
  const values = [FINAL_STATES, NON_DELIVERY_REASONS, MASKED, now, limit];
  const [row] = await run(trx, MASK_REQUESTED, values);
  return row?.n ?? 0;
}

const MASK_DUE_BATCHES = statement('mask-receivers.mask-due-batches', 'SELECT mask_due_batches($1, $2, $3, $4) AS n');

/** Masks the next due rows of the bulk uploads of the transaction's client. @returns how many */
export async function maskDueBatches(trx: Trx, { before, now, limit }: MaskCriteria): Promise<number> {
  const values = [before, MASKED, now, limit];
  const [row] = await run(trx, MASK_DUE_BATCHES, values);
  return row?.n ?? 0;
}
