import { percentEncoded } from '#server/platform/http/request/percent-encoded.ts';
import { type Day, localDay, wireTime } from '#shared/kit/days.ts';
import { PENDING, paymentStateName } from '#shared/money/rules/payments.ts';
import type { OrderRow } from '#shared/orders/orders.ts';
import { dueDate } from '#shared/orders/rules/due/promise.ts';
import { orderState, troubledShipment } from '#shared/orders/rules/order-state.ts';
import { type JoinedOrder, type JoinedShipment, type StoredShipping, toDeliveryMode } from './order-row.store.ts';
import { signedLabelUrls } from './signed-label-url.ts';

/** Returns the URL of a label's picture by the id of its shipment: `signedLabelUrls`. */
export type LabelUrl = (shipmentId: number) => string;

/** Values that rows on the wire need and the database doesn't contain. */
export interface RowContext {
  labelUrl: LabelUrl;
  today: Day;
}

/** Returns the context of the rows of one response. */
export function rowContext(config: Parameters<typeof signedLabelUrls>[0], clientId: number, now: Date): RowContext {
  return { labelUrl: signedLabelUrls(config, clientId, now), today: localDay(now) };
}

/** Whether an order is joined with a shipment. The join returns all columns of a shipment, or NULL in each. */
const hasShipment = (row: JoinedOrder): row is JoinedOrder & JoinedShipment => row.shipment_id !== null;

/** Returns an order on the wire (D1 §3). @param rows the order joined with each of its shipments: `order` and further rows */
export function orderRow(order: JoinedOrder, rows: readonly JoinedOrder[], { labelUrl, today }: RowContext): OrderRow {
  const shipments = rows.filter(hasShipment);
  const shippings = shipments.map((shipment) => ({
    id: shipment.shipment_id,
    shipment_id: shipment.shipment_label,
    state: shipment.shipment_state,
    print_png_url: shipment.shipment_printable ? labelUrl(shipment.shipment_id) : null,
  }));
  const labels = shippings.flatMap(({ print_png_url }) => print_png_url ?? []);
  const adjustmentCents = shipments.reduce((sum, { shipment_adjustment_cents }) => sum + shipment_adjustment_cents, 0);
  const { merchant_order_id, merchant_order_state } = order;
  return {
    id: order.id,
    order_id: order.order_id,
    tracking_id: order.tracking_id,
    date: wireTime(order.created_at),
    rate_value: (order.rate_cents + adjustmentCents) / 100,
    shippings,
    shippings_text: shippings.map(({ shipment_id }) => shipment_id).join(', ') || '-',
    printed_by_client: order.printed,
    label_outdated: shipments.some(({ shipment_outdated }) => shipment_outdated),
    receiver: {
      receiver_name: order.receiver_name,
      first_name: order.first_name,
      last_name: order.last_name,
    },
    delivery_mode: toDeliveryMode(order.delivery_mode),
    order_state: { name: orderState(order.order_state).label },
    printable: order.printable,
    payable: order.payable,
    can_generate_merchant_order: order.can_generate_merchant_order,
    can_request_edit: order.can_request_edit,
    cancellable: order.cancellable,
    print_url: `/api/v1/client/order/print/${order.id}/${percentEncoded(order.order_id)}.pdf`,
    // Only an order with a single printable label has a picture.
    print_png_url: labels.length === 1 ? (labels[0] as string) : null,
    init_point: order.payable && merchant_order_state === PENDING ? order.init_point : null,
    merchant_order:
      merchant_order_id === null || merchant_order_state === null
        ? null
        : {
            id: merchant_order_id,
            state: { id: merchant_order_state, name: paymentStateName(merchant_order_state) },
          },
    last_modification_incidence_state: order.last_modification_state,
    due: dueDate(order.due_on, today),
    incident: order.order_state === 'con_incidencia' ? incidentOf(shipments) : null,
  };
}

/** Returns why an order has an incident: the reason of its shipment's state; without one the state, if the shipments' states differ. */
function incidentOf(shipments: readonly JoinedShipment[]): string | null {
  const statuses = shipments.map((shipment) => ({
    stateCode: shipment.shipment_state_code,
    stateText: shipment.shipment_state,
    reason: shipment.shipment_reason,
  }));
  const troubled = troubledShipment(statuses);
  if (!troubled) return null;
  const mixed = statuses.some(({ stateText }) => stateText !== troubled.stateText);
  return troubled.reason || (mixed ? troubled.stateText : null);
}

/** Returns orders on the wire. @param rows grouped by order: the rows of an order follow each other */
export function orderRows(rows: readonly JoinedOrder[], context: RowContext): OrderRow[] {
  const orders: OrderRow[] = [];
  let begin = 0;
  for (let order = rows[begin]; order; order = rows[begin]) {
    let end = begin + 1;
    while (rows[end]?.id === order.id) end++;
    orders.push(orderRow(order, rows.slice(begin, end), context));
    begin = end;
  }
  return orders;
}

/** Returns a stored shipment on the wire. */
export function toShipping<T extends StoredShipping>(stored: T, { labelUrl, today }: RowContext) {
  const { print_png_url: id, due } = stored;
  return { ...stored, print_png_url: id === null ? null : labelUrl(id), due: dueDate(due, today) };
}
