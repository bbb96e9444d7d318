import { counterDrift } from '#server/db/counter-drift.ts';
import { orderFlags, shipmentFlags } from '#server/orders/domain/flags/order-flags.ts';
import { NOT_SUPERSEDED } from '#server/orders/domain/movement/event-corrections.store.ts';
import { localDay } from '#shared/kit/days.ts';
import { directionOf } from '#shared/orders/rules/delivery-modes.ts';
import { isAwaited } from '#shared/orders/rules/due/promise.ts';
import type { OrderFacts } from '#shared/orders/rules/order-actions.ts';
import {
  isReturnRequest,
  type ShipmentStateCode,
  shipmentState,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import { type Direction, isTransitionAllowed } from '#shared/orders/rules/shipment/shipment-transitions.ts';

/** Queries a database as the owner of its tables. */
export type Query = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;

interface Entry {
  at: string;
  recorded_at: string;
  state: string;
  state_code: ShipmentStateCode | null;
}

interface Shipment extends Record<string, unknown> {
  label: string;
  state: string;
  state_code: ShipmentStateCode | null;
  state_at: string;
  cost_cents: number;
  return_requested_at: string | null;
  delivery_date: string | null;
  printed: boolean;
  promised_min: string | null;
  promised_max: string | null;
  promised_on: string | null;
  due_on: string | null;
  province: string | null;
  history: Entry[];
}

interface Order extends Record<string, unknown> {
  id: number;
  prepaid: boolean;
  paid_at: string | null;
  approved_payment: boolean;
  merchant_order_state: number | null;
  init_point: string | null;
  last_modification_state: string | null;
  incident_closed_at: string | null;
  rate_cents: number;
  cancelled_at: string | null;
  estimated_max: string | null;
  due_on: string | null;
  delivery_mode: number;
  province: string | null;
  receiver: Record<string, unknown>;
  requests: { state: string; after: Record<string, unknown> }[];
  shipments: Shipment[];
}

/** Number of orders in one query. */
const PAGE = 5000;

const ORDERS = `
  SELECT to_jsonb(o) || jsonb_build_object(
    'receiver', jsonb_build_object('receiver_name', o.receiver_name, 'receiver_phone', o.receiver_phone,
      'email', o.email, 'address_street_name', o.street_name, 'address_street_number', o.street_number,
      'address_other_info', o.other_info, 'address_neighborhood_name', o.neighborhood_name,
      'address_zip_code', o.zip_code, 'address_city', o.city, 'address_state', o.state, 'address_floor', o.floor,
      'address_apartment', o.apartment, 'address_longitude', o.longitude, 'address_latitude', o.latitude),
    'requests', coalesce((SELECT json_agg(m ORDER BY m.requested_at)
      FROM modification_requests m WHERE m.client_id = o.client_id AND m.order_pk = o.id), '[]'),
    'shipments', coalesce((SELECT json_agg(to_jsonb(s) || jsonb_build_object('history', coalesce((
        SELECT json_agg(e ORDER BY e.at, e.recorded_at) FROM shipment_events e
        WHERE e.client_id = s.client_id AND e.shipment_id = s.id AND ${NOT_SUPERSEDED}), '[]'))
      ORDER BY s.n) FROM shipments s WHERE s.client_id = o.client_id AND s.order_pk = o.id), '[]')) AS "order"
  FROM orders o WHERE client_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE}`;

/** Lists the clients' orders that contradict their histories; empty when all are consistent. */
export async function findInconsistencies(query: Query, clientIds: readonly number[]): Promise<string[]> {
  const problems: string[] = [];
  for (const clientId of clientIds) {
    for (let last = 0; ; ) {
      const rows = await query<{ order: Order }>(ORDERS, [clientId, last]);
      for (const { order } of rows) {
        problems.push(
          ...order.shipments.flatMap((one) => shipmentInconsistencies(one, order)),
          ...orderInconsistencies(order),
        );
        last = order.id;
      }
      if (rows.length < PAGE) break;
    }
  }
  return problems;
}

/** Lists the inconsistencies of a whole database: orders that contradict their histories, and counter drift. */
export async function findAllInconsistencies(query: Query): Promise<unknown[]> {
  const clients = await query<{ client_id: number }>('SELECT client_id FROM clients');
  const ids = clients.map(({ client_id }) => client_id);
  return [...(await findInconsistencies(query, ids)), ...(await counterDrift(query))];
}

function shipmentInconsistencies(shipment: Shipment, order: Order): string[] {
  const { label, history } = shipment;
  const direction = directionOf(order.delivery_mode);
  const last = history.at(-1);
  const problems: string[] = [];
  const must = (right: boolean, what: string) => void (right || problems.push(`${label}: ${what}`));
  must(last?.state === shipment.state && last.state_code === shipment.state_code, 'its state is not its last entry');
  must(last?.at === shipment.state_at, 'the time of its state is not its last entry’s');
  for (const [index, { state_code: to, ...entry }] of history.entries()) {
    const from = history[index - 1];
    if (!from) continue;
    const code = from.state_code;
    const ended = code !== null && shipmentState(code).final;
    const fits = to === null || code === to || isTransitionAllowed(code, to, direction);
    must(!ended && fits, `${from.state} → ${entry.state}`);
    must(from.at < entry.at || from.recorded_at < entry.recorded_at, 'two entries at one moment without an order');
  }
  const asked = history.some(({ state_code }) => isReturnRequest(state_code));
  must(asked === (shipment.return_requested_at !== null), 'its return is remembered wrongly');
  must(new Set(history.map(({ recorded_at }) => recorded_at)).size === history.length, 'recorded twice at one moment');
  const ended = last?.state_code != null && shipmentState(last.state_code).final;
  const delivered = last?.state_code === 'entregado' || last?.state_code === 'entregado_danio';
  const deliveredOn = delivered ? localDay(new Date(shipment.state_at)) : null;
  must(shipment.delivery_date === deliveredOn, `delivered on ${shipment.delivery_date}`);
  const { promised_min, promised_max, promised_on } = shipment;
  must(
    (promised_on === null) === (promised_max === null) && (promised_min ?? '') <= (promised_max ?? ''),
    'its promise',
  );
  must(promised_on !== null || !shipment.printed || order.estimated_max === null, 'printed without a promise');
  must(shipment.due_on === dueOn(shipment, direction), `due on ${shipment.due_on}`);
  must(ended || shipment.province === order.province, 'it goes to another province than its order');
  return problems;
}

function dueOn({ promised_on, history }: Shipment, direction: Direction): string | null {
  return isAwaited(history.at(-1)?.state_code ?? null, direction) ? promised_on : null;
}

function orderInconsistencies(order: Order): string[] {
  const { shipments, requests } = order;
  const problems: string[] = [];
  const must = (right: boolean, what: string) => void (right || problems.push(`${order.tracking_id}: ${what}`));
  const facts: OrderFacts = {
    prepaid: order.prepaid,
    paid: order.paid_at !== null,
    openMerchantOrder: order.merchant_order_state === 54 ? { hasInitPoint: order.init_point !== null } : null,
    approvedPayment: order.paid_at !== null || order.approved_payment,
    modificationPending: requests.some(({ state }) => state === 'Pendiente'),
    incidentClosed: shipments.every(({ state_at }) => new Date(state_at) < new Date(order.incident_closed_at ?? 0)),
    shipments: shipments.map(({ history, printed, return_requested_at }) => ({
      stateCode: history.at(-1)?.state_code ?? null,
      stateText: history.at(-1)?.state ?? '',
      returnRequested: return_requested_at !== null,
      printed,
    })),
  };
  for (const [flag, value] of Object.entries(orderFlags(facts))) must(order[flag] === value, flag);
  for (const [index, shipment] of shipments.entries()) {
    const flags = shipmentFlags(facts.shipments[index] as OrderFacts['shipments'][number], facts);
    for (const [flag, value] of Object.entries(flags)) must(shipment[flag] === value, `${flag} of ${shipment.label}`);
  }
  const [due = null] = shipments.flatMap(({ due_on }) => due_on ?? []).sort();
  must(order.due_on === due, `due on ${order.due_on}`);
  const alive = shipments.filter(({ state_code }) => state_code !== 'cancelado');
  must(order.rate_cents === alive.reduce((sum, { cost_cents }) => sum + cost_cents, 0), 'its price');
  must((order.cancelled_at !== null) === (shipments.length > 0 && alive.length === 0), 'cancelled or not');
  must(requests.filter(({ state }) => state === 'Pendiente').length <= 1, 'two requests wait');
  must((requests.at(-1)?.state ?? null) === order.last_modification_state, 'the state of its last request');
  const approved = requests.filter(({ state }) => state === 'Aprobado').at(-1);
  if (approved) must(sameReceiver(approved.after, order.receiver), 'its receiver is not the last approved one');
  return problems;
}

function sameReceiver(wanted: Record<string, unknown>, is: Record<string, unknown>): boolean {
  return Object.entries(wanted).every(([key, value]) => is[key] === value);
}
