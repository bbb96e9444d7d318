import type { Read } from '#server/db/database.ts';
import { jsonBoolean, jsonObject, jsonPlain, jsonText, orNull } from '#server/db/json-text.ts';
import { type Keyset, listStatements, type Parameters } from '#server/db/list-statement.ts';
import { idMatch, numberMatch } from '#server/features/order/list-criteria.ts';
import {
  deliveryMode,
  LABEL,
  LABEL_OUTDATED,
  RECEIVER_NAMES,
  SHIPMENT_COST,
} from '#server/features/order/order-row.ts';
import type { ShipmentCriteria } from './shipment-criteria.ts';

/** SQL of a shipment's row on the wire as JSON text, of the shipment `p` and its order `o`. Every flag is a column. */
const ROW = jsonObject({
  id: 'p.id',
  shipment_id: jsonPlain('p.label'),
  order_id: jsonText('o.order_id'),
  tracking_id: jsonPlain('o.tracking_id'),
  date: jsonPlain('wire_time(p.created_at)'),
  state: jsonText('p.state'),
  receiver: RECEIVER_NAMES,
  delivery_mode: deliveryMode('p.delivery_mode'),
  items_value: 'wire_pesos(p.value_cents)',
  shipping_cost: `wire_pesos(${SHIPMENT_COST})`,
  delivery_date: orNull(jsonPlain('p.delivery_date')),
  printed_by_client: jsonBoolean('p.printed'),
  label_outdated: jsonBoolean(LABEL_OUTDATED),
  printable: jsonBoolean('p.printable'),
  cancellable: jsonBoolean('p.cancellable'),
  print_png_url: orNull(LABEL),
});

function matching({ name, ...criteria }: ShipmentCriteria, parameters: Parameters) {
  const { number, label, pickupPoint, otherState } = criteria;
  const ofOrders = (condition: string) =>
    `p.order_pk IN (SELECT o.id FROM orders o WHERE o.client_id = $1 AND ${condition})`;
  return {
    from:
      name === undefined
        ? 'shipments p'
        : `orders_named(like_part(${parameters.add(name)})) named JOIN shipments p ON p.order_pk = named.id`,
    conditions: [
      'p.client_id = $1',
      ...(number ? [ofOrders(numberMatch(number, parameters))] : []),
      ...(label ? [idMatch('p.label', label, parameters)] : []),
      ...(pickupPoint ? [`p.pickup_point_code = ${parameters.add(pickupPoint)}`] : []),
      ...(otherState ? [`p.state_code IS NULL AND norm(p.state) = norm(${parameters.add(otherState)})`] : []),
    ],
  };
}

const { total, slice, keysetPage } = listStatements<ShipmentCriteria>({
  table: 'shipments',
  alias: 'p',
  counts: 'shipment_state_counts',
  counted: { mode: ['delivery_mode', 'smallint'], printed: ['printed', 'boolean'], state: ['state_code', 'text'] },
  common: ['name', 'number'],
  matching,
  row: ROW,
  joins: 'JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk',
});

/** How many shipments fit the criteria, and a page of them. */
export { slice as shipmentSlice, total as shipmentTotal };

/** What the export says of a shipment; amounts are cents, the cost includes adjustments. */
export interface ExportedShipment {
  created_at: Date;
  order_id: string;
  tracking_id: string;
  label: string;
  state: string;
  receiver_name: string;
  delivery_mode: number;
  value_cents: number;
  cost_cents: number;
  delivery_date: string | null;
  printed: boolean;
}

const EXPORTED = `p.created_at, o.order_id, o.tracking_id, p.label, p.state, o.receiver_name, p.delivery_mode,
  p.value_cents, ${SHIPMENT_COST} AS cost_cents, p.delivery_date, p.printed`;

/** The shipments behind `after`, the last created first; rows are ExportedShipment and the Keyset of the next page. */
export function exportedPage(clientId: number, criteria: ShipmentCriteria, after: Keyset | null, limit: number): Read {
  return keysetPage(clientId, criteria, EXPORTED, after, limit);
}
