import type { Keyset, ListSource } from '#server/db/list/list-source.ts';
import { listStatements, listTexts } from '#server/db/list/list-statement.ts';
import type { Parameters } from '#server/db/list/parameters.ts';
import { type Read, type Statement, statement } from '#server/db/statement.ts';
import { dueSql, idMatchSql, orderNumberSql } from '#server/orders/domain/list-criteria.ts';
import { LABEL_OUTDATED, SHIPMENT_COST } from '#server/orders/domain/order-row.store.ts';
import type { Day } from '#shared/kit/days.ts';
import type { DeliveryModeId } from '#shared/orders/rules/delivery-modes.ts';
import type { ResultFilter } from '#shared/orders/rules/due/delivery-result.ts';
import type { DeliveryCriteria, ShipmentCriteria } from './shipment-criteria.ts';

/** SQL of the columns of a shipment `p` and its order `o` that the list shows. */
const COLUMNS = `p.id, p.label, o.order_id, o.tracking_id, p.created_at, p.state, o.receiver_name, o.first_name,
  o.last_name, p.delivery_mode, p.value_cents, ${SHIPMENT_COST} AS cost_cents, p.delivery_date, p.printed,
  ${LABEL_OUTDATED} AS label_outdated, p.printable, p.cancellable, p.due_on`;

/** A row of the shipments list. Amounts are in cents; the cost includes adjustments. */
export interface ListedShipment {
  id: number;
  label: string;
  order_id: string;
  tracking_id: string;
  created_at: Date;
  state: string;
  receiver_name: string;
  first_name: string;
  last_name: string;
  delivery_mode: DeliveryModeId;
  value_cents: number;
  cost_cents: number;
  delivery_date: string | null;
  printed: boolean;
  label_outdated: boolean;
  printable: boolean;
  cancellable: boolean;
  due_on: Day | null;
}

const RESULT_SQL: Record<ResultFilter, string> = {
  terminado: 'r.ended IS NOT NULL',
  entregado: "r.ended = 'delivered'",
  a_tiempo: 'r.on_time',
  tarde: 'NOT r.on_time',
  primera_visita: "r.ended = 'delivered' AND r.failed_visits = 0",
  con_falla: 'r.failed_visits > 0',
};

/** SQL query of the ids of shipments whose delivery results match the criteria. */
function deliveredSql({ result, failure, fromDay, toDay }: DeliveryCriteria, parameters: Parameters): string {
  const conditions = [
    'r.client_id = $1',
    ...(result ? [RESULT_SQL[result]] : []),
    ...(failure ? [`r.failure = ${parameters.add(failure)}`] : []),
    ...(fromDay ? [`r.created_on >= ${parameters.add(fromDay)}::date`] : []),
    ...(toDay ? [`r.created_on <= ${parameters.add(toDay)}::date`] : []),
  ];
  return `SELECT r.shipment_id FROM delivery_results r WHERE ${conditions.join(' AND ')}`;
}

function matching({ name, ...criteria }: ShipmentCriteria, parameters: Parameters) {
  const { number, label, pickupPoint, otherState, province, delivery } = criteria;
  const ofOrders = (condition: string) =>
    `p.order_pk IN (SELECT o.id FROM orders o WHERE o.client_id = $1 AND ${condition})`;
  return {
    from:
      name === undefined
        ? 'shipments p'
        : `orders_named(like_contains(${parameters.add(name)})) named JOIN shipments p ON p.order_pk = named.id`,
    conditions: [
      'p.client_id = $1',
      ...(number ? [ofOrders(orderNumberSql(number, parameters))] : []),
      ...(label ? [idMatchSql('p.label', label, parameters)] : []),
      ...(pickupPoint ? [`p.pickup_point_code = ${parameters.add(pickupPoint)}`] : []),
      ...(otherState ? [`p.state_code IS NULL AND norm(p.state) = norm(${parameters.add(otherState)})`] : []),
      ...(province ? [`coalesce(p.province, '-') = ${parameters.add(province)}`] : []),
      ...(delivery ? [`p.id IN (${deliveredSql(delivery, parameters)})`] : []),
      ...dueSql('p', criteria, parameters),
    ],
  };
}

const SOURCE: ListSource<ShipmentCriteria> = {
  table: 'shipments',
  alias: 'p',
  counts: 'shipment_state_counts',
  counted: { mode: ['delivery_mode', 'smallint'], printed: ['printed', 'boolean'], state: ['state_code', 'text'] },
  common: ['name', 'number'],
  matching,
  columns: COLUMNS,
  joins: 'JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk',
};

const TEXTS = listTexts(SOURCE, {});

const SLICE: Statement<ListedShipment & { total: number }> = statement('shipment-list.slice', TEXTS.slice);

const { total, slice, recentSlice, keysetPage } = listStatements(SOURCE, {
  slice: SLICE,
  total: statement('shipment-list.total', TEXTS.total),
});

/** Statements for a page of the shipments that match the criteria, and for their total. */
export { recentSlice as recentShipmentSlice, slice as shipmentSlice, total as shipmentTotal };

/** A row of the shipments export. Amounts are in cents; the cost includes adjustments. */
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

const EXPORTED_PAGE: Statement<ExportedShipment & Keyset> = statement(
  'shipment-list.exported-page',
  TEXTS.keysetPage(EXPORTED),
);

/** Reads the shipments after the keyset `after`, the last created first. */
export function exportedPage(
  clientId: number,
  criteria: ShipmentCriteria,
  after: Keyset | null,
  limit: number,
): Read<ExportedShipment & Keyset> {
  return keysetPage(EXPORTED_PAGE, clientId, criteria, EXPORTED, after, limit);
}
