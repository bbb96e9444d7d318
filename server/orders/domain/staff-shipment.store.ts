import { microsecondsSql, OLDEST, type RowPosition, timeSql } from '#server/db/list/row-position.ts';
import { bind, type Query, type Read, type Statement, statement, variant } from '#server/db/statement.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { readStaffShipment, StaffShipment } from '#shared/orders/staff-shipments.ts';
import { NOT_SUPERSEDED } from './movement/event-corrections.store.ts';
import { deliveryModeSql, RECEIVER, SHIPMENT_ITEMS } from './order-row.store.ts';

/** SQL of the codes of the final states. */
const ENDED = SHIPMENT_STATES.filter(({ final }) => final)
  .map(({ code }) => `'${code}'`)
  .join(', ');

/** SQL of a receiver as the staff see it before they ask for its contact. */
const MASKED_RECEIVER = `(${RECEIVER})::jsonb || jsonb_build_object('receiver_phone', masked_end(regexp_replace(o.receiver_phone, '\\D', '', 'g')),
  'document', masked_end(o.document), 'email', masked_email(o.email))`;

/** SQL of a shipment `p` of an order `o` on the provider's wire, with the receiver's contact or with it masked. */
const shipmentSql = (masked: boolean) => `json_build_object(
  'client_id', p.client_id, 'shipment_id', p.label, 'tracking_id', o.tracking_id, 'order_id', o.order_id,
  'delivery_mode', (${deliveryModeSql('p.delivery_mode')})::json,
  'state', p.state, 'state_code', p.state_code, 'state_at', wire_time(p.state_at), 'printed', p.printed,
  'relabel', p.label_outdated AND p.printed,
  'registered', wire_time(p.created_at), 'updated_at', wire_time(p.updated_at),
  'weight', p.weight_g, 'length', p.length_cm, 'width', p.width_cm, 'height', p.height_cm,
  'value', wire_pesos(p.value_cents), 'receiver', ${masked ? MASKED_RECEIVER : RECEIVER}, 'zip_unlisted', o.zip_unlisted, 'sender_address', o.sender_address,
  'pickup_point_code', p.pickup_point_code, 'items', ${SHIPMENT_ITEMS})`;

const CLIENT_EXISTS = statement('staff-shipment.client-exists', 'SELECT FROM clients WHERE client_id = $1', {
  prepared: true,
});

/** Reads whether a client exists: one row, or none. */
export const clientExists = (clientId: number) => bind(CLIENT_EXISTS, [clientId]);

interface ShipmentsWanted {
  after: RowPosition;
  state: string | undefined;
  live: boolean | undefined;
  printed?: boolean | undefined;
  zip_unlisted?: boolean | undefined;
  limit: number;
  /** Whether the receivers' contacts are masked. */
  masked: boolean;
}

function afterQuery(
  clientId: number,
  { after, state, live, printed, zip_unlisted, limit, masked }: ShipmentsWanted,
): Query {
  const values: unknown[] = [clientId, after.at_us, after.id, limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    'p.client_id = $1',
    `(p.updated_at, p.id) > (${timeSql('$2')}, $3::bigint)`,
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
      SELECT ${microsecondsSql('ids.updated_at')} AS at_us, ids.id, ${shipmentSql(masked)} AS shipment
      FROM ids JOIN shipments p ON p.client_id = $1 AND p.id = ids.id
      JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk
      ORDER BY ids.updated_at, ids.id`,
    values,
  };
}

const SHIPMENTS_AFTER: Statement<RowPosition & { shipment: StaffShipment }> = statement(
  'staff-shipment.shipments-after',
  afterQuery(0, { after: OLDEST, state: undefined, live: undefined, limit: 1, masked: false }).text,
);

/** Reads a client's shipments after a position, sorted by their last change. */
export function findShipmentsAfter(
  clientId: number,
  wanted: ShipmentsWanted,
): Read<RowPosition & { shipment: StaffShipment }> {
  const { text, values } = afterQuery(clientId, wanted);
  return bind(variant(SHIPMENTS_AFTER, text), values);
}

/** SQL of the last labels of a shipment `p` that the provider printed, latest first. */
const PROVIDER_PRINTS = `coalesce((SELECT json_agg(json_build_object('id', l.id, 'at', wire_time(l.printed_at), 'by', l.printed_by, 'format', l.format,
    'version', l.version, 'relabelled', l.relabelled) ORDER BY l.printed_at DESC, l.id DESC)
  FROM (SELECT * FROM provider_prints WHERE client_id = $1 AND shipment_id = p.id ORDER BY printed_at DESC, id DESC LIMIT 20) l), '[]')`;

/** A shipment with its history, oldest first. */
type DetailRow = { shipment: ReplyOf<typeof readStaffShipment>['results'] };

const byLabel = (
  masked: boolean,
) => `SELECT (${shipmentSql(masked)})::jsonb || jsonb_build_object('provider_prints', ${PROVIDER_PRINTS}, 'history', coalesce((
        SELECT json_agg(json_build_object('at', wire_time(e.at), 'state', e.state, 'state_code', e.state_code,
          'reason', e.reason, 'event_id', e.event_id, 'measured', CASE WHEN e.measured_weight_g IS NOT NULL THEN json_build_object(
            'weight', e.measured_weight_g, 'length', e.measured_length_cm, 'width', e.measured_width_cm, 'height', e.measured_height_cm) END,
          'reported_by',
          CASE WHEN e.actor_kind IS NOT NULL THEN json_build_object('kind', e.actor_kind, 'name', e.actor_name) END, 'superseded', NOT (${NOT_SUPERSEDED}),
          'correction', (SELECT json_build_object('corrects', w.event_id, 'by', c.corrected_by, 'at', wire_time(c.corrected_at),
              'reason', c.reason)
            FROM event_corrections c JOIN shipment_events w ON w.client_id = $1 AND w.shipment_id = p.id AND w.id = c.wrong_id
            WHERE c.client_id = $1 AND c.shipment_id = p.id AND c.correction_id = e.id)) ORDER BY e.at, e.recorded_at, e.id)
        FROM shipment_events e WHERE e.client_id = $1 AND e.shipment_id = p.id), '[]')) AS shipment
      FROM shipments p JOIN orders o ON o.client_id = p.client_id AND o.id = p.order_pk
      WHERE p.client_id = $1 AND p.label = $2`;

const BY_LABEL: Statement<DetailRow> = statement('staff-shipment.by-label', byLabel(false), { prepared: true });

const MASKED_BY_LABEL: Statement<DetailRow> = statement('staff-shipment.masked-by-label', byLabel(true), {
  prepared: true,
});

/** Reads a shipment by its label: one row, or none. */
export const shipmentByLabel = (clientId: number, label: string, masked: boolean) =>
  bind(masked ? MASKED_BY_LABEL : BY_LABEL, [clientId, label]);
