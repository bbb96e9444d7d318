import type { AnyEndpoint, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { listOrders, type OrderDetail, type OrderRow, readOrder } from '#shared/orders/orders.ts';
import { listShipments, readShipment, type ShipmentDetail, type ShipmentRow } from '#shared/orders/shipments.ts';
import { sampleReply } from '#test/screens/fake-gateway.ts';

/** A new, paid order: not printed, and with every action allowed. */
const NEW_ORDER = {
  date: '2026-06-10T10:30:00-03:00',
  rate_value: 4350.5,
  receiver: { receiver_name: 'Ana Gómez', first_name: 'Ana', last_name: 'Gómez' },
  delivery_mode: { id: '1', name: 'Entrega a domicilio' },
  order_state: { name: 'Registrado' },
  last_modification_incidence_state: null,
  init_point: null,
  merchant_order: null,
  printed_by_client: false,
  label_outdated: false,
  payable: false,
  can_generate_merchant_order: false,
  printable: true,
  cancellable: true,
  can_request_edit: true,
  due: null,
  incident: null,
} satisfies Partial<OrderRow>;

/** A shipment of such an order. */
const NEW_SHIPMENT = {
  state: 'Registrado',
  printed_by_client: false,
  label_outdated: false,
  printable: true,
  cancellable: true,
  due: null,
};

/** 'K7M2P9QX401': tracking ids of orders of a list, from 1. */
export const trackingOf = (number: number) => `K7M2P9QX${String(number).padStart(3, '0')}`;

/** Builds a list's reply. `pagination` may differ from the rows. */
export const pageOf = <R>(results: R[], pagination: { page?: number; pages?: number; total?: number } = {}) => ({
  results,
  pagination: { page: 1, pages: 1, total: results.length, limit: 10, ...pagination },
});

/** Builds a list row of a new order with one shipment. The client's order number is 'W-1', 'W-2' and so on. */
export function orderRow(number: number, changes: Partial<OrderRow> = {}): OrderRow {
  const tracking_id = trackingOf(number);
  const shipment = { id: number, shipment_id: `${tracking_id}-1`, state: 'Registrado', print_png_url: null };
  const [row] = sampleReply(listOrders, 1).results;
  if (!row) throw new Error('no sample of a row');
  const own = { id: number, order_id: `W-${number}`, tracking_id, shippings: [shipment], shippings_text: '' };
  return { ...row, ...NEW_ORDER, ...own, ...changes };
}

/** Builds a list row of a new shipment. */
export function shipmentRow(number: number, changes: Partial<ShipmentRow> = {}): ShipmentRow {
  const [row] = sampleReply(listShipments, 1).results;
  if (!row) throw new Error('no sample of a row');
  const tracking_id = trackingOf(1);
  const own = { id: number, shipment_id: `${tracking_id}-${number}`, tracking_id, order_id: 'W-1' };
  const mode = { id: '1', name: 'Entrega a domicilio' };
  return { ...row, ...NEW_SHIPMENT, delivery_mode: mode, delivery_date: null, ...own, ...changes };
}

type Shipping = OrderDetail['shippings'][number];

/** Builds a shipment of an order's detail, numbered from 1. */
export function shippingOf(number: number, changes: Partial<Shipping> = {}): Shipping {
  const [shipping] = sampleReply(readOrder, 1).results.shippings;
  if (!shipping) throw new Error('no sample of a shipment');
  const own = { id: number, shipment_id: `${trackingOf(1)}-${number}`, can_return: true, reschedule: null };
  const costs = { adjustment: 0, blocked: {} };
  return { ...shipping, ...NEW_SHIPMENT, ...own, ...costs, ...changes };
}

/** Builds the detail of a new order 'W-1' with one shipment. */
export function orderDetail(changes: Partial<OrderDetail> = {}): OrderDetail {
  const own = { id: 1, order_id: 'W-1', tracking_id: trackingOf(1), last_modification: null, pickup_point: null };
  const { receiver, ...order } = NEW_ORDER;
  const sample = sampleReply(readOrder, 1).results;
  return {
    ...sample,
    ...order,
    ...own,
    date_time: NEW_ORDER.date,
    shippings: [shippingOf(1)],
    cancel: false,
    blocked: {},
    receiver: { ...sample.receiver, ...receiver },
    ...changes,
  };
}

/** Builds the detail of a new shipment. */
export function shipmentDetail(changes: Partial<ShipmentDetail> = {}): ShipmentDetail {
  const { results } = sampleReply(readShipment, 1);
  const own = { id: 1, order_id: 'W-1', tracking_id: trackingOf(1), shipment_id: `${trackingOf(1)}-1` };
  const state = { can_return: false, reschedule: null, delivery_date: null, pickup_point: null, adjustment: 0 };
  return { ...results, ...NEW_SHIPMENT, ...own, ...state, ...changes };
}

/** Returns a reply without the contract's additions to the specifications. */
export function specified<E extends AnyEndpoint>(endpoint: E, body: ReplyOf<E>): ReplyOf<E> {
  const copy = structuredClone(body);
  for (const path of endpoint.additions ?? []) withoutKey(copy, path.split('.'));
  return copy;
}

function withoutKey(value: unknown, [step = '', ...rest]: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  const key = step.replace('[]', '');
  if (rest.length === 0) Reflect.deleteProperty(value, key);
  else for (const part of [Reflect.get(value, key)].flat()) withoutKey(part, rest);
}
