import { clientRows } from '#server/db/client-rows.ts';
import { queueWrite, run, type Trx } from '#server/db/connection.ts';
import { prepared, type Statement, statement } from '#server/db/statement.ts';
import type { EventActorKind } from '#shared/orders/rules/shipment/event-actors.ts';
import type { ShipmentHistoryEntry } from '#shared/orders/rules/shipment/event-position.ts';
import type { Measurement } from '#shared/orders/rules/shipment/measurement.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { EVENT_MEASURED, NOT_SUPERSEDED } from './event-corrections.store.ts';

/**
 * A shipment before its movements are applied. `history` is a recent part of its history without superseded entries, oldest entry
 * first.
 */
export interface ShipmentWithHistory {
  id: number;
  label: string;
  order_pk: number;
  delivery_mode: number;
  created_at: Date;
  /** Whether it has a promise. */
  promised: boolean;
  history: ShipmentHistoryEntry[];
}

// Reads the history from the last entry before the earliest new event: no new event can precede that entry.
const SHIPMENTS: Statement<ShipmentWithHistory> = statement(
  'move-shipments.shipments',
  `
  SELECT s.id, s.label, s.order_pk, s.delivery_mode, s.created_at, s.promised_on IS NOT NULL AS promised, h.history
  FROM json_to_recordset($2) AS w (client_id bigint, label text, since timestamptz)
  JOIN shipments s ON s.client_id = $1 AND s.label = w.label
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('at', (extract(epoch FROM e.at) * 1000)::float8, 'code', e.state_code,
      'text', e.state) ORDER BY e.at, e.recorded_at, e.id), '[]') AS history
    FROM shipment_events e WHERE e.client_id = $1 AND e.shipment_id = s.id AND ${NOT_SUPERSEDED} AND e.at >= (
      SELECT coalesce(max(e.at), '-infinity') FROM shipment_events e
      WHERE e.client_id = $1 AND e.shipment_id = s.id AND e.at <= w.since AND ${NOT_SUPERSEDED}
    )
  ) h WHERE w.client_id = $1`,
  { prepared: true },
);

/** Reads the client's shipments with some labels, each with its history from the last entry before `since`. */
export function findShipmentsWithHistory(
  trx: Trx,
  clientId: number,
  wanted: readonly { label: string; since: Date }[],
): Promise<ShipmentWithHistory[]> {
  return run(trx, SHIPMENTS, [clientId, clientRows(clientId, wanted)]);
}

/** A recorded event of the provider, identified by its shipment and `event_id`. */
export interface RecordedEvent {
  event_id: string;
  label: string;
  /** ms since 1970. */
  at: number;
  code: ShipmentStateCode | null;
  text: string;
  reason: string | null;
  measured: Measurement | null;
}

const RECORDED: Statement<RecordedEvent> = statement(
  'move-shipments.recorded',
  `SELECT e.event_id, s.label, (extract(epoch FROM e.at) * 1000)::float8 AS at, e.state_code AS code, e.state AS text,
       e.reason, ${EVENT_MEASURED} AS measured
     FROM json_to_recordset($2) AS w (client_id bigint, label text, event_id text)
     JOIN shipments s ON s.client_id = $1 AND s.label = w.label
     JOIN shipment_events e ON e.client_id = $1 AND e.shipment_id = s.id AND e.event_id = w.event_id
     WHERE w.client_id = $1`,
  { prepared: true, nullable: ['measured'], present: ['event_id'] },
);

/** Reads the events of the client's shipments that are recorded already. */
export async function findRecordedEvents(
  trx: Trx,
  clientId: number,
  events: readonly Pick<RecordedEvent, 'label' | 'event_id'>[],
): Promise<RecordedEvent[]> {
  if (events.length === 0) return [];
  return run(trx, RECORDED, [clientId, clientRows(clientId, events)]);
}

/** A new entry of a history; `nth` counts the shipment's new entries in the order of their time. */
export interface NewEntry {
  shipment_id: number;
  nth: number;
  at: Date;
  state: string;
  state_code: ShipmentStateCode | null;
  reason: string | null;
  measured: Measurement | null;
  event_id: string | null;
  actor_kind: EventActorKind;
  actor_name: string | null;
}

// Entries with equal `at` are sorted by `recorded_at`, so no two entries of a shipment may have equal `recorded_at`.
const APPEND = prepared(
  'append_events',
  `
  INSERT INTO shipment_events (client_id, shipment_id, at, recorded_at, state, state_code, reason, event_id,
    actor_kind, actor_name, measured_weight_g, measured_length_cm, measured_width_cm, measured_height_cm)
  SELECT $1, e.shipment_id, e.at,
    greatest($3::timestamptz, before.last + interval '1 microsecond') + e.nth * interval '1 microsecond',
    e.state, e.state_code, e.reason, e.event_id, e.actor_kind, e.actor_name, (e.measured->>'grams')::integer,
    (e.measured->>'lengthCm')::integer, (e.measured->>'widthCm')::integer, (e.measured->>'heightCm')::integer
  FROM json_to_recordset($2) AS e (shipment_id bigint, nth integer, at timestamptz, state text, state_code text,
    reason text, event_id text, actor_kind text, actor_name text, measured json)
  CROSS JOIN LATERAL (
    SELECT max(p.recorded_at) AS last FROM shipment_events p WHERE p.client_id = $1 AND p.shipment_id = e.shipment_id
  ) before`,
);

/** State of a shipment after its movements. */
export interface MovedShipment {
  id: number;
  state: string;
  state_code: ShipmentStateCode | null;
  state_at: Date;
  /** When its return or rescue was requested; null keeps the stored value. */
  return_requested_at: Date | null;
  /** Local day of its delivery. */
  delivery_date: string | null;
  /** Local day of its collection as the movements show it; an earlier stored day stays. */
  collected_on: string | null;
}

const MOVE = prepared(
  'move_shipments',
  `
  UPDATE shipments s SET state = m.state, state_code = m.state_code, state_at = m.state_at,
    updated_at = greatest(s.updated_at, $3::timestamptz),
    return_requested_at = coalesce(s.return_requested_at, m.return_requested_at),
    delivery_date = coalesce(m.delivery_date, s.delivery_date), collected_on = least(s.collected_on, m.collected_on)
  FROM json_to_recordset($2) AS m (client_id bigint, id bigint, state text, state_code text, state_at timestamptz,
    return_requested_at timestamptz, delivery_date date, collected_on date)
  WHERE m.client_id = $1 AND s.client_id = $1 AND s.id = m.id`,
);

/** Queues the writes of new history entries and shipment states. An error rejects the next awaited query. */
export function writeMovements(
  trx: Trx,
  clientId: number,
  entries: readonly NewEntry[],
  shipments: readonly MovedShipment[],
  now: Date,
): void {
  queueWrite(trx, APPEND, [clientId, JSON.stringify(entries), now]);
  queueWrite(trx, MOVE, [clientId, clientRows(clientId, shipments), now]);
}
