import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { Tariff } from '#shared/money/rules/tariff.ts';
import type { Measurement } from '#shared/orders/rules/shipment/measurement.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { EVENT_MEASURED, NOT_SUPERSEDED } from './movement/event-corrections.store.ts';
import type { PackageColumns } from './package-columns.ts';

/** SQL of values of the last measurement of a shipment `p` of the client $1; no row without one. @param values of an event `e` */
const lastMeasurement = (values: string) => `(SELECT ${values} FROM shipment_events e
  WHERE e.client_id = $1 AND e.shipment_id = p.id AND e.measured_weight_g IS NOT NULL AND ${NOT_SUPERSEDED}
  ORDER BY e.at DESC, e.recorded_at DESC, e.id DESC LIMIT 1)`;

/** SQL of the last measurement of a shipment `p` of the client $1, as JSON of a `Measurement`; null without one. */
export const MEASURED = lastMeasurement(EVENT_MEASURED);

/** SQL of that measurement on the wire, in grams and cm, with the amount that it added to the cost, in pesos. */
export const WIRE_MEASURED =
  lastMeasurement(`json_build_object('weight', e.measured_weight_g, 'length', e.measured_length_cm,
  'width', e.measured_width_cm, 'height', e.measured_height_cm,
  'adjustment', wire_pesos(CASE WHEN p.state_code = 'cancelado' THEN 0 ELSE p.measured_adjustment_cents END))`);

/** A shipment with the values that its cost is computed from. Amounts in cents. */
export interface MeasuredShipment extends PackageColumns {
  id: number;
  measured_adjustment_cents: number;
  /** Letter of the destination's province. */
  province: string | null;
  /** The tariff of its order. */
  terms: Tariff;
  measured: Measurement | null;
  /** Event of `measured`, and when it was recorded. */
  measured_id: number | null;
  measured_at: Date | null;
  measured_doubt_at: Date | null;
  /** Event whose measurement a person confirmed. */
  measured_confirmed_id: number | null;
}

const SELECT = `SELECT p.id, p.measured_adjustment_cents, p.height_cm, p.width_cm, p.length_cm, p.weight_g, p.value_cents, o.province,
    t.terms, m.measured, m.measured_id, m.measured_at, p.measured_doubt_at, p.measured_confirmed_id
  FROM shipments p JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk JOIN tariffs t ON t.id = o.tariff_id
  LEFT JOIN LATERAL ${lastMeasurement(`${EVENT_MEASURED} AS measured, e.id AS measured_id, e.recorded_at AS measured_at`)} m ON true`;

const READ_MEASURED: Statement<MeasuredShipment> = statement(
  'measured-costs.read-measured',
  `${SELECT} WHERE p.client_id = $1 AND p.id = ANY($2::bigint[])`,
  { nullable: ['measured'] },
);

/** Reads shipments of the client by their ids. */
export const readMeasured = (trx: Trx, clientId: number, ids: readonly number[]): Promise<MeasuredShipment[]> =>
  run(trx, READ_MEASURED, [clientId, ids]);

const READ_MEASURED_BY_LABEL: Statement<MeasuredShipment> = statement(
  'measured-costs.read-measured-by-label',
  `${SELECT} WHERE p.client_id = $1 AND p.label = $2`,
  { nullable: ['measured'] },
);

/** Reads a shipment of the client by its label; null without one. */
export async function readMeasuredByLabel(trx: Trx, clientId: number, label: string): Promise<MeasuredShipment | null> {
  const [shipment] = await run(trx, READ_MEASURED_BY_LABEL, [clientId, label]);
  return shipment ?? null;
}

const READ_MEASURED_OF_ORDER: Statement<MeasuredShipment> = statement(
  'measured-costs.read-measured-of-order',
  `${SELECT} WHERE p.client_id = $1 AND p.order_pk = $2 AND (p.state_code IS NULL OR p.state_code <> ALL ($3))`,
  { nullable: ['measured'] },
);

/** Reads the shipments of the client's order that aren't final: only they get another price with another address (readings C51). */
export const readMeasuredOfOrder = (trx: Trx, clientId: number, orderId: number): Promise<MeasuredShipment[]> =>
  run(trx, READ_MEASURED_OF_ORDER, [clientId, orderId, FINAL_STATES]);

/** The amount that a shipment's measurement adds to its cost, and since when the measurement waits for a person. */
export interface MeasuredCost {
  id: number;
  cents: number;
  doubtAt: Date | null;
}

/** Writes the amounts that measurements add to the costs of shipments, and which measurements wait for a person. */
export async function writeMeasuredAdjustments(
  trx: Trx,
  clientId: number,
  shipments: readonly MeasuredCost[],
): Promise<void> {
  await execute(
    trx,
    `UPDATE shipments p SET measured_adjustment_cents = m.cents, measured_doubt_at = m."doubtAt"
     FROM json_to_recordset($2) AS m (id bigint, cents bigint, "doubtAt" timestamptz)
     WHERE p.client_id = $1 AND p.id = m.id`,
    [clientId, JSON.stringify(shipments)],
  );
}

/** Records that a person confirmed a measurement of a shipment. */
export async function confirmMeasurement(
  trx: Trx,
  clientId: number,
  { id, eventId }: { id: number; eventId: number },
): Promise<void> {
  await execute(trx, 'UPDATE shipments SET measured_confirmed_id = $3 WHERE client_id = $1 AND id = $2', [
    clientId,
    id,
    eventId,
  ]);
}
