import type { Read } from '#server/db/database.ts';
import { NOT_SUPERSEDED } from '#server/domain/event-corrections.store.ts';
import { deliveryModeSql, RECEIVER, SHIPMENT_ITEMS } from '#server/domain/order-row.store.ts';
import { SHIPMENT_STATES } from '#shared/rules/shipment-states.ts';

/**
 * A position in the order of changes: after a shipment, or a time alone (`id` 0). `at` is in microseconds since 1970.
 */
export interface CursorPosition {
  at: number;
  id: number;
}

/** SQL of the codes of the final states. */
const ENDED = SHIPMENT_STATES.filter(({ final }) => final)
  .map(({ code }) => `'${code}'`)
  .join(', ');

/** SQL of a shipment `p` of an order `o` on the provider's wire. */
const SHIPMENT = `json_build_object(
  'client_id', p.client_id, 'shipment_id', p.label, 'tracking_id', o.tracking_id, 'order_id', o.order_id,
  'delivery_mode', (${deliveryModeSql('p.delivery_mode')})::json,
  'state', p.state, 'state_code', p.state_code, 'state_at', wire_time(p.state_at), 'printed', p.printed,
  'relabel', p.label_outdated AND p.printed,
  'registered', wire_time(p.created_at), 'updated_at', wire_time(p.updated_at),
  'weight', p.weight_g, 'length', p.length_cm, 'width', p.width_cm, 'height', p.height_cm,
  'value', wire_pesos(p.value_cents), 'receiver', ${RECEIVER}, 'zip_unlisted', o.zip_unlisted, 'sender_address', o.sender_address,
  'pickup_point_code', p.pickup_point_code, 'items', ${SHIPMENT_ITEMS})`;

/** Reads whether a client exists: one row, or none. */
export const clientExists = (clientId: number): Read => ({
  name: 'client exists',
  text: 'SELECT FROM clients WHERE client_id = $1',
  values: [clientId],
});

interface ShipmentsWanted {
  after: CursorPosition;
  state: string | undefined;
  live: boolean | undefined;
  printed?: boolean | undefined;
  zip_unlisted?: boolean | undefined;
  limit: number;
}

/**
 * Reads a client's shipments after a position, sorted by their last change: rows `at`, `id` (the position) and
 * `shipment` (parsed JSON).
 */
export function findShipmentsAfter(
  clientId: number,
  { after, state, live, printed, zip_unlisted, limit }: ShipmentsWanted,
): Read {
  const values: unknown[] = [clientId, after.at, after.id, limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    'p.client_id = $1',
    `(p.updated_at, p.id) > (timestamptz 'epoch' + $2::float8 * interval '1 microsecond', $3::bigint)`,
    ...(state === undefined ? [] : [`p.state_code = ${parameter(state)}`]),
    // An unknown state isn't final.
    ...(live === undefined ? [] : [`(coalesce(p.state_code, '') NOT IN (${ENDED})) = ${live}`]),
    ...(zip_unlisted === undefined
      ? []
      : [
          `(SELECT u.zip_unlisted FROM orders u WHERE u.client_id = $1 AND u.id = p.order_pk) = ${parameter(zip_unlisted)}::boolean`,
        ]),
    ...(printed === undefined ? [] : [`p.printed = ${parameter(printed)}::boolean`]),
  ];
  return {
    text: `WITH ids AS (
        SELECT p.updated_at, p.id FROM shipments p WHERE ${conditions.join(' AND ')}
        ORDER BY p.updated_at, p.id LIMIT $4::bigint
      )
      SELECT (extract(epoch FROM ids.updated_at) * 1000000)::bigint AS at, ids.id, ${SHIPMENT} AS shipment
      FROM ids JOIN shipments p ON p.client_id = $1 AND p.id = ids.id
      JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk
      ORDER BY ids.updated_at, ids.id`,
    values,
  };
}

/** Reads a shipment by its label, with its history, oldest first: one row `shipment` (parsed JSON), or none. */
export function shipmentByLabel(clientId: number, label: string): Read {
  return {
    name: 'provider shipment',
    text: `SELECT (${SHIPMENT})::jsonb || jsonb_build_object('history', coalesce((
        SELECT json_agg(json_build_object('at', wire_time(e.at), 'state', e.state, 'state_code', e.state_code,
          'reason', e.reason, 'event_id', e.event_id, 'superseded', NOT (${NOT_SUPERSEDED}),
          'correction', (SELECT json_build_object('corrects', w.event_id, 'by', c.corrected_by, 'at', wire_time(c.corrected_at),
              'reason', c.reason)
            FROM event_corrections c JOIN shipment_events w ON w.client_id = $1 AND w.id = c.wrong_id
            WHERE c.client_id = $1 AND c.correction_id = e.id)) ORDER BY e.at, e.recorded_at, e.id)
        FROM shipment_events e WHERE e.client_id = $1 AND e.shipment_id = p.id), '[]')) AS shipment
      FROM shipments p JOIN orders o ON o.client_id = p.client_id AND o.id = p.order_pk
      WHERE p.client_id = $1 AND p.label = $2`,
    values: [clientId, label],
  };
}
