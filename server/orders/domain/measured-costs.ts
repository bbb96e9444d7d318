import type { Trx } from '#server/db/connection.ts';
import { isDoubtfulMeasurement, measuredAdjustment } from '#shared/orders/rules/shipment/measurement.ts';
import {
  type MeasuredCost,
  type MeasuredShipment,
  readMeasured,
  readMeasuredOfOrder,
  writeMeasuredAdjustments,
} from './measured-costs.store.ts';
import { toPackage } from './package-columns.ts';

/** Reply to a call that records a doubtful measurement. */
export const DOUBTFUL_MEASUREMENT =
  'Las medidas superan por mucho lo declarado: no se cobran hasta que una persona las confirme en la cola «Medidas por confirmar»';

/**
 * Recomputes the amounts that measurements add to the costs of the client's shipments, after a measurement or its
 * correction.
 *
 * @returns ids of the shipments whose measurement waits for a person
 */
export async function refreshMeasuredCosts(
  trx: Trx,
  clientId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const shipments = await readMeasured(trx, clientId, ids);
  await writeChanged(trx, clientId, shipments);
  return new Set(shipments.filter(waits).map(({ id }) => id));
}

/** Does the same for the shipments of an order that aren't final, after its destination has changed. */
export async function refreshMeasuredCostsOfOrder(trx: Trx, clientId: number, orderId: number): Promise<void> {
  await writeChanged(trx, clientId, await readMeasuredOfOrder(trx, clientId, orderId));
}

async function writeChanged(trx: Trx, clientId: number, shipments: readonly MeasuredShipment[]): Promise<void> {
  const changed = shipments
    .filter((one) => {
      const { cents, doubtAt } = measuredCost(one);
      return one.measured_adjustment_cents !== cents || one.measured_doubt_at?.getTime() !== doubtAt?.getTime();
    })
    .map(measuredCost);
  if (changed.length > 0) await writeMeasuredAdjustments(trx, clientId, changed);
}

function measuredCost(shipment: MeasuredShipment): MeasuredCost {
  const { id, measured_at, measured_adjustment_cents } = shipment;
  const cents = isUnconfirmed(shipment) ? null : adjustmentOf(shipment);
  // What an earlier measurement added stays until a person decides.
  return { id, cents: cents ?? measured_adjustment_cents, doubtAt: cents === null ? measured_at : null };
}

const adjustmentOf = ({ terms, province, measured, ...columns }: MeasuredShipment): number | null =>
  measuredAdjustment(terms, province, toPackage(columns), measured);

/** Whether a measurement waits for a person: until it is confirmed, or, with a price that is too large, until it is corrected. */
const waits = (shipment: MeasuredShipment): boolean => measuredCost(shipment).doubtAt !== null;

/** Whether a doubtful measurement, which the order's tariff bills, isn't confirmed (docs/behaviour/money.md). */
function isUnconfirmed({ terms, measured, measured_id, measured_confirmed_id, ...columns }: MeasuredShipment): boolean {
  const isBilled = (terms.measuredTolerancePercent ?? null) !== null;
  const isConfirmed = measured_id === measured_confirmed_id;
  return isBilled && measured !== null && !isConfirmed && isDoubtfulMeasurement(toPackage(columns), measured);
}
