import { queueWrite, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { ShipmentHistoryEntry } from '#shared/orders/rules/shipment/event-position.ts';
import type { Measurement } from '#shared/orders/rules/shipment/measurement.ts';

/** SQL condition: an event `e` isn't superseded by a correction (readings C57). Only such events decide. */
export const NOT_SUPERSEDED =
  'NOT EXISTS (SELECT FROM event_corrections k WHERE k.client_id = e.client_id AND k.shipment_id = e.shipment_id AND k.wrong_id = e.id)';

/** SQL of the measurement of an event `e`, as JSON of a `Measurement`; null without one. */
export const EVENT_MEASURED = `CASE WHEN e.measured_weight_g IS NOT NULL THEN json_build_object('grams', e.measured_weight_g,
  'lengthCm', e.measured_length_cm, 'widthCm', e.measured_width_cm, 'heightCm', e.measured_height_cm) END`;

/** An entry of a whole history. */
export interface CorrectableEntry extends ShipmentHistoryEntry {
  id: number;
  event_id: string | null;
  reason: string | null;
  measured: Measurement | null;
  /** Name of who corrected it; null for an event that decides. */
  corrected_by: string | null;
  /** Id of the event that it supersedes; null for other events. */
  supersedes: number | null;
  /** Why it supersedes that event; null for other events, and after the receiver was masked. */
  correction_reason: string | null;
}

/** A shipment with its whole history, oldest entry first. */
export interface CorrectableShipment {
  id: number;
  order_pk: number;
  delivery_mode: number;
  created_at: Date;
  history: CorrectableEntry[];
}

const FIND_CORRECTABLE_SHIPMENT: Statement<CorrectableShipment> = statement(
  'event-corrections.find-correctable-shipment',
  `SELECT s.id, s.order_pk, s.delivery_mode, s.created_at, (
     SELECT coalesce(json_agg(json_build_object('id', e.id, 'event_id', e.event_id,
       'at', (extract(epoch FROM e.at) * 1000)::float8, 'code', e.state_code, 'text', e.state, 'reason', e.reason,
       'measured', ${EVENT_MEASURED},
       'corrected_by', wrong.corrected_by, 'supersedes', right_one.wrong_id, 'correction_reason', right_one.reason)
       ORDER BY e.at, e.recorded_at, e.id), '[]')
     FROM shipment_events e
     LEFT JOIN event_corrections wrong ON wrong.client_id = $1 AND wrong.shipment_id = s.id AND wrong.wrong_id = e.id
     LEFT JOIN event_corrections right_one ON right_one.client_id = $1 AND right_one.shipment_id = s.id
       AND right_one.correction_id = e.id
     WHERE e.client_id = $1 AND e.shipment_id = s.id) AS history
   FROM shipments s WHERE s.client_id = $1 AND s.label = $2`,
);

/** Reads the client's shipment with a label; null if there is none. */
export async function findCorrectableShipment(
  trx: Trx,
  clientId: number,
  label: string,
): Promise<CorrectableShipment | null> {
  const [shipment] = await run(trx, FIND_CORRECTABLE_SHIPMENT, [clientId, label]);
  return shipment ?? null;
}

/** What happened to an order since an event was recorded. */
export interface OrderSince {
  masked: boolean;
  /** The order's number, if the order is cancelled and another one has its number by now. */
  number_taken: string | null;
  /** A modification changed the price. */
  repriced: boolean;
  /** A modification changed zip code or province. */
  moved: boolean;
  /** A payment of the order began or ended. */
  payment_changed: boolean;
  /** The shipment's units went back into stock. */
  restocked: boolean;
}

// `recorded_at` is moved by microseconds to keep the order of the entries, other times have milliseconds.
const SINCE: Statement<OrderSince> = statement(
  'event-corrections.since',
  `SELECT o.masked_at IS NOT NULL AS masked,
     CASE WHEN o.cancelled_at IS NOT NULL AND EXISTS (SELECT FROM orders n WHERE n.client_id = $1
       AND n.is_reverse = o.is_reverse AND n.order_id = o.order_id AND n.cancelled_at IS NULL) THEN o.order_id END AS number_taken,
     coalesce(m.repriced, false) AS repriced, coalesce(m.moved, false) AS moved,
     EXISTS (SELECT FROM merchant_order_lines l JOIN merchant_orders p ON p.client_id = $1 AND p.id = l.merchant_order_id
       WHERE l.client_id = $1 AND l.order_pk = o.id
         AND greatest(p.created_at, p.confirmed_at, p.cancelled_at, p.attention_at) >= e.since) AS payment_changed,
     EXISTS (SELECT FROM stock_returns b WHERE b.client_id = $1 AND b.shipment_id = e.shipment_id) AS restocked
   FROM (SELECT shipment_id, date_trunc('milliseconds', recorded_at) AS since FROM shipment_events
     WHERE client_id = $1 AND shipment_id = $3 AND id = $4) e
   JOIN orders o ON o.client_id = $1 AND o.id = $2
   LEFT JOIN LATERAL (
     SELECT bool_or(r.cost_before_cents <> r.cost_after_cents) AS repriced,
       bool_or((r.before->>'address_zip_code', r.before->>'address_state')
         IS DISTINCT FROM (r.after->>'address_zip_code', r.after->>'address_state')) AS moved
     FROM modification_requests r
     WHERE r.client_id = $1 AND r.order_pk = o.id AND r.state = 'Aprobado' AND r.decided_at >= e.since
   ) m ON true`,
  { prepared: true, nullable: ['number_taken'] },
);

/** Reads what happened to the client's locked order since one of its events was recorded. */
export async function readOrderSince(
  trx: Trx,
  clientId: number,
  { orderId, shipmentId, eventId }: { orderId: number; shipmentId: number; eventId: number },
): Promise<OrderSince> {
  return runOne(trx, SINCE, [clientId, orderId, shipmentId, eventId]);
}

/**
 * Queues the reset of the columns that a wrong event may have set, before the effective history sets them again. An
 * order whose incident was closed is examined again.
 */
export function clearDerivedColumns(
  trx: Trx,
  clientId: number,
  { shipmentId, orderId }: { shipmentId: number; orderId: number },
): void {
  queueWrite(
    trx,
    'UPDATE orders SET incident_closed_at = NULL WHERE client_id = $1 AND id = $2 AND incident_closed_at IS NOT NULL',
    [clientId, orderId],
  );
  queueWrite(
    trx,
    `UPDATE shipments SET return_requested_at = NULL, delivery_date = NULL, collected_on = NULL
     WHERE client_id = $1 AND id = $2`,
    [clientId, shipmentId],
  );
}

/** A superseded event, and the event that supersedes it. */
export interface NewCorrection {
  shipmentId: number;
  wrongId: number;
  /** `event_id` of the superseding event. */
  eventId: string;
  by: string;
  reason: string;
  now: Date;
}

/** Queues the row of a correction whose event is queued already. */
export function insertCorrection(trx: Trx, clientId: number, correction: NewCorrection): void {
  const { shipmentId, wrongId, eventId, by, reason, now } = correction;
  queueWrite(
    trx,
    `INSERT INTO event_corrections (client_id, shipment_id, wrong_id, correction_id, corrected_by, reason, corrected_at)
     SELECT $1, $2, $3, e.id, $5, $6, $7 FROM shipment_events e
     WHERE e.client_id = $1 AND e.shipment_id = $2 AND e.event_id = $4`,
    [clientId, shipmentId, wrongId, eventId, by, reason, now],
  );
}
