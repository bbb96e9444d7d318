import { bind, type Read, type Statement, statement } from '#server/db/statement.ts';
import { NOT_SUPERSEDED } from '#server/orders/domain/movement/event-corrections.store.ts';
import { POINT_HOURS } from '#server/orders/domain/order-row.store.ts';
import type { DeliveryModeId } from '#shared/orders/rules/delivery-modes.ts';

/** The public columns of an order. */
export interface TrackedOrderRow {
  tracking_id: string;
  delivery_mode: DeliveryModeId;
  /** Expected days of delivery, as YYYY-MM-DD. */
  estimated_min: string | null;
  estimated_max: string | null;
  pickup_point: {
    name: string;
    street: string;
    city: string;
    /** Empty if unknown. */
    hours: string;
    /** Decimal degrees; null if unknown. */
    lat: number | null;
    lon: number | null;
  } | null;
  /** The seller's contact for buyers, if it published one; either text may be empty. */
  seller: { name: string; email: string; phone: string } | null;
}

export interface TrackedShipmentRow {
  id: number;
  label: string;
  state_code: string | null;
}

/** An event of a shipment. The reason may be free text. */
export interface TrackedEventRow {
  shipment_id: number;
  at: Date;
  state_code: string | null;
  reason: string | null;
  /** Whether a correction superseded it (readings C57). */
  corrected: boolean;
}

const ORDER: Statement<TrackedOrderRow> = statement(
  'tracking.order',
  `SELECT tracking_id, delivery_mode, estimated_min, estimated_max, CASE WHEN pickup_point IS NOT NULL THEN
          json_build_object('name', pickup_point->>'name', 'street', pickup_point->>'street',
            'city', pickup_point->>'city', 'hours', ${POINT_HOURS}, 'lat', pickup_point->'lat',
            'lon', pickup_point->'lon') END AS pickup_point,
          (SELECT json_build_object('name', coalesce(nullif(c.nombre_empresa, ''), c.razon_social), 'email', c.buyer_email,
            'phone', c.buyer_phone)
            FROM clients c WHERE c.client_id = $1 AND (c.buyer_email <> '' OR c.buyer_phone <> '')) AS seller
        FROM orders o WHERE client_id = $1 AND id = $2`,
  {
    prepared: true,
    nullable: ['pickup_point', 'seller'],
  },
);

const SHIPMENTS: Statement<TrackedShipmentRow> = statement(
  'tracking.shipments',
  'SELECT id, label, state_code FROM shipments WHERE client_id = $1 AND order_pk = $2 ORDER BY n',
  {
    prepared: true,
  },
);

const EVENTS: Statement<TrackedEventRow> = statement(
  'tracking.events',
  `SELECT e.shipment_id, e.at, e.state_code, e.reason, NOT (${NOT_SUPERSEDED}) AS corrected
        FROM shipments s JOIN shipment_events e ON e.client_id = s.client_id AND e.shipment_id = s.id
        WHERE s.client_id = $1 AND s.order_pk = $2 ORDER BY e.at DESC, e.recorded_at DESC, e.id DESC`,
  {
    prepared: true,
  },
);

/**
 * Reads an order, its shipments by number, and their events, newest first. Selects no persons, no addresses and no
 * texts of states, so that they can't leak, and of the seller only the contact that it published.
 */
export function trackedOrder(
  clientId: number,
  orderId: number,
): [Read<TrackedOrderRow>, Read<TrackedShipmentRow>, Read<TrackedEventRow>] {
  const values = [clientId, orderId];
  return [bind(ORDER, values), bind(SHIPMENTS, values), bind(EVENTS, values)];
}
