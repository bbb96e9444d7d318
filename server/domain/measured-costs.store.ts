import { run, type Trx } from '#server/db/connection.ts';
import type { MeasuredParcel } from '#shared/rules/measured-parcel.ts';
import { FINAL_STATES } from '#shared/rules/shipment-states.ts';
import type { Tariff } from '#shared/rules/tariff.ts';
import { EVENT_MEASURED, NOT_SUPERSEDED } from './event-corrections.store.ts';
import type { PackageColumns } from './package-columns.ts';

/** SQL of one value for the last measurement of a shipment `p` of the client $1; null without one. @param value of an event `e` */
const ofLastMeasurement = (value: string) => `(SELECT ${value} FROM shipment_events e
  WHERE e.client_id = $1 AND e.shipment_id = p.id AND e.measured_weight_g IS NOT NULL AND ${NOT_SUPERSEDED}
  ORDER BY e.at DESC, e.recorded_at DESC LIMIT 1)`;

/** SQL of what was measured last of a shipment `p` of the client $1, as JSON of a `MeasuredParcel`; null without a measurement. */
export const MEASURED = ofLastMeasurement(EVENT_MEASURED);

/** SQL of the same on the wire, in grams and cm, with what it added to the cost in pesos. */
export const WIRE_MEASURED =
  ofLastMeasurement(`json_build_object('weight', e.measured_weight_g, 'length', e.measured_length_cm,
  'width', e.measured_width_cm, 'height', e.measured_height_cm,
  'adjustment', wire_pesos(CASE WHEN p.state_code = 'cancelado' THEN 0 ELSE p.measured_adjustment_cents END))`);

/** A shipment with what its cost follows from. Amounts in cents. */
export interface MeasuredShipment extends PackageColumns {
  id: number;
  measured_adjustment_cents: number;
  /** Letter of the destination's province. */
  province: string | null;
  /** The tariff of its order. */
  terms: Tariff;
  measured: MeasuredParcel | null;
}

const SELECT = `SELECT p.id, p.measured_adjustment_cents, p.height_cm, p.width_cm, p.length_cm, p.weight_g, p.value_cents, o.province,
    t.terms, ${MEASURED} AS measured
  FROM shipments p JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk JOIN tariffs t ON t.id = o.tariff_id`;

/** Reads shipments of the client by their ids. */
export const readMeasured = (trx: Trx, clientId: number, ids: readonly number[]): Promise<MeasuredShipment[]> =>
  run<MeasuredShipment>(trx, `${SELECT} WHERE p.client_id = $1 AND p.id = ANY($2::bigint[])`, [clientId, ids]);

/** Reads the shipments of the client's order that aren't final: only they get another price with another address (readings C51). */
export const readMeasuredOfOrder = (trx: Trx, clientId: number, orderId: number): Promise<MeasuredShipment[]> =>
  run<MeasuredShipment>(
    trx,
    `${SELECT} WHERE p.client_id = $1 AND p.order_pk = $2 AND (p.state_code IS NULL OR p.state_code <> ALL ($3))`,
    [clientId, orderId, FINAL_STATES],
  );

/** Writes what measurements add to the costs of shipments. */
export async function writeMeasuredAdjustments(
  trx: Trx,
  clientId: number,
  shipments: readonly { id: number; cents: number }[],
): Promise<void> {
  await run(
    trx,
    `UPDATE shipments p SET measured_adjustment_cents = m.cents FROM json_to_recordset($2) AS m (id bigint, cents bigint)
     WHERE p.client_id = $1 AND p.id = m.id`,
    [clientId, JSON.stringify(shipments)],
  );
}
