import type { Trx } from '#server/db/connection.ts';
import { measuredAdjustment } from '#shared/rules/measured-parcel.ts';
import {
  type MeasuredShipment,
  readMeasured,
  readMeasuredOfOrder,
  writeMeasuredAdjustments,
} from './measured-costs.store.ts';
import { toPackage } from './package-columns.ts';

/** Computes again what measurements add to the costs of the client's shipments, after a measurement or its correction. */
export async function refreshMeasuredCosts(trx: Trx, clientId: number, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await writeChanged(trx, clientId, await readMeasured(trx, clientId, ids));
}

/** Does the same for the shipments of an order that aren't final, after its destination has changed. */
export async function refreshMeasuredCostsOfOrder(trx: Trx, clientId: number, orderId: number): Promise<void> {
  await writeChanged(trx, clientId, await readMeasuredOfOrder(trx, clientId, orderId));
}

async function writeChanged(trx: Trx, clientId: number, shipments: readonly MeasuredShipment[]): Promise<void> {
  const changed = shipments
    .map((one) => ({ id: one.id, before: one.measured_adjustment_cents, cents: adjustmentOf(one) }))
    .filter(({ before, cents }) => before !== cents);
  if (changed.length > 0) await writeMeasuredAdjustments(trx, clientId, changed);
}

const adjustmentOf = ({ terms, province, measured, ...columns }: MeasuredShipment): number =>
  measuredAdjustment(terms, province, toPackage(columns), measured);
