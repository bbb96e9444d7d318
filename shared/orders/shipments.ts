import * as z from 'zod/mini';
import { pathId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import {
  CREATION_DATE_RANGE,
  filterDay,
  filterFlag,
  filterKey,
  filterSchema,
  filterText,
  listQuery,
  page,
} from '#shared/kit/http/pagination.ts';
import { streetAddress } from './address.ts';
import { REQUEST_STATES } from './requests.ts';

/** An item as it was at the order's creation (readings C21: NO_INFORMADO without a product). */
export const shipmentItem = z.object({
  item: z.string(),
  sku: z.string(),
  quantity: z.number(),
  product_id: z.nullable(z.number()),
});

/** D1 §3 Shipping receiver. */
export const shippingReceiver = z.object({
  first_name: z.string(),
  last_name: z.string(),
  receiver_name: z.string(),
  email: z.string(),
  receiver_phone: z.string(),
  document: z.string(),
  address_street_name: z.string(),
  address_street_number: z.string(),
  address_floor: z.string(),
  address_apartment: z.string(),
  address_between_1: z.string(),
  address_between_2: z.string(),
  address_zip_code: z.string(),
  address_city: z.string(),
  address_state: z.string(),
  address_neighborhood_name: z.string(),
  address_other_info: z.string(),
});

/** Pickup point where a shipment of mode 2 waits for its receiver (readings C44). */
export const pickupPoint = z.object({
  code: z.string(),
  name: z.string(),
  address: z.string(),
  /** Opening hours as text, as they are now; empty if unknown. */
  hours: z.string(),
  /** Decimal degrees; null if unknown. */
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  /** Whether the sender chose it: the order's address is that of the point, not the buyer's. */
  chosen: z.boolean(),
});

/** Weight and size as the provider measured them, in grams and cm; the size is null if only the weight was measured. */
export const measurement = z.object({
  weight: z.number(),
  length: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
});

/** Last promised day of an awaited shipment, YYYY-MM-DD, and days left from the server's today. Null before the print and after arrival. */
export const due = z.nullable(z.object({ date: z.string(), days_left: z.number() }));

/** D1 §3 Shipping, as the order detail returns it. */
export const shipping = z.object({
  id: z.number(),
  shipment_id: z.string(),
  state: z.string(),
  /** YYYY-MM-DD: the last promised day or, before there is one, the day that the order was quoted with. */
  estimated_delivery_date: z.nullable(z.string()),
  due,
  /** Pesos: the frozen cost plus the adjustments. */
  shipping_cost: z.number(),
  /** Pesos that approved changes of address (readings C49) and the measured weight and size added. */
  adjustment: z.number(),
  /** What the provider measured last, and the part of `adjustment` that it caused; null without a measurement. */
  measured: z.nullable(z.extend(measurement, { adjustment: z.number() })),
  /** Declared value in pesos. */
  value: z.number(),
  weight: z.number(),
  volume: z.number(),
  width: z.number(),
  length: z.number(),
  height: z.number(),
  items: z.array(shipmentItem),
  receiver: shippingReceiver,
  sender_address: streetAddress,
  printed_by_client: z.boolean(),
  /** Whether the label was printed before its order changed and must be printed again (readings C50). */
  label_outdated: z.boolean(),
  print_png_url: z.nullable(z.string()),
  printable: z.boolean(),
  cancellable: z.boolean(),
  can_return: z.boolean(),
  /** The last request for another day of delivery; null without one. */
  reschedule: z.nullable(
    z.object({
      state: z.enum(REQUEST_STATES),
      /** YYYY-MM-DD */
      date: z.string(),
      note: z.string(),
      /** Reason of a rejection. */
      reason: z.nullable(z.string()),
      /** ISO 8601, −03:00. */
      requested_at: z.string(),
      decided_at: z.nullable(z.string()),
    }),
  ),
});

export type Shipping = z.output<typeof shipping>;

/** Filters of the shipments list and its export (D1 §7, readings C13); texts are trimmed, empty means no filter. */
export const shipmentFilters = {
  shipment: filterText,
  order: filterKey,
  client: filterText,
  from_date: filterDay,
  to_date: filterDay,
  pickup_point_code: filterText,
  delivery_mode: filterText,
  printed_by_client: filterFlag,
  state: filterText,
  /** Only shipments whose promised day is over and that are still awaited. */
  late: filterFlag,
};

/** Filters of the shipments list and its export: also by province (name or letter), and by how the delivery went. */
const shipmentListFilters = {
  ...shipmentFilters,
  province: filterText,
  /** One of `RESULT_FILTERS`. */
  result: filterText,
  /** Reason of the last failed visit. */
  failure: filterText,
};

const deliveryMode = z.object({ id: z.string(), name: z.string() });

/** A row of the shipments list (D1 §2); D2 uses it to find a shipment's `id` and its order's `tracking_id`. */
export const shipmentRow = z.object({
  id: z.number(),
  /** The label. */
  shipment_id: z.string(),
  /** The client's own number of the order. */
  order_id: z.string(),
  tracking_id: z.string(),
  /** ISO 8601, −03:00. */
  date: z.string(),
  state: z.string(),
  receiver: z.object({ receiver_name: z.string(), first_name: z.string(), last_name: z.string() }),
  delivery_mode: deliveryMode,
  /** Declared value in pesos. */
  items_value: z.number(),
  shipping_cost: z.number(),
  /** Day of delivery, YYYY-MM-DD. */
  delivery_date: z.nullable(z.string()),
  printed_by_client: z.boolean(),
  /** As in `shipping`. */
  label_outdated: z.boolean(),
  printable: z.boolean(),
  cancellable: z.boolean(),
  print_png_url: z.nullable(z.string()),
  /** As in `shipping`. */
  due,
});

export type ShipmentRow = z.output<typeof shipmentRow>;

export const listShipments = endpoint('GET /v1/client/shipping/', {
  access: 'client',
  needs: 'read',
  summary: 'Lists shipments, last changed first; `filter[state]` is a state’s code or text.',
  query: listQuery(shipmentListFilters, CREATION_DATE_RANGE),
  reply: page(shipmentRow),
  additions: ['results[].cancellable', 'results[].label_outdated', 'results[].due'],
});

export const exportShipments = endpoint('GET /v1/client/shipping/export/csv', {
  access: 'client',
  needs: 'read',
  audit: 'export.shipments',
  summary: 'Exports shipments as CSV with the filters of the list, newest first; 422 above 100,000.',
  query: z.object({ filter: filterSchema(shipmentListFilters, CREATION_DATE_RANGE) }),
  produces: 'text/csv',
});

/** D2 §3 Shipment. */
export const shipmentDetail = z.object({
  ...shipping.shape,
  order_id: z.string(),
  tracking_id: z.string(),
  /** Time of creation: ISO 8601, −03:00. */
  registered: z.string(),
  delivery_mode: deliveryMode,
  /** Sum of the items' quantities. */
  items_quantity: z.number(),
  /** YYYY-MM-DD. */
  delivery_date: z.nullable(z.string()),
  /** The client's user (readings C44). */
  sender: z.object({
    user_id: z.number(),
    nickname: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
  }),
  pickup_point: z.nullable(pickupPoint),
  /** Reason of the state, as in the history; null without one. */
  state_reason: z.nullable(z.string()),
});

export type ShipmentDetail = z.output<typeof shipmentDetail>;

export const readShipment = endpoint('GET /v1/client/shipping/:id', {
  access: 'client',
  needs: 'read',
  summary: 'Returns a shipment by its label or numeric id.',
  params: z.object({ id: pathId }),
  reply: z.object({ results: shipmentDetail }),
  additions: [
    'results.tracking_id',
    'results.cancellable',
    'results.delivery_date',
    'results.pickup_point',
    'results.label_outdated',
    'results.adjustment',
    'results.measured',
    'results.due',
    'results.reschedule',
    'results.state_reason',
  ],
});

/** One state of a shipment's history; `desde` is dd/mm/yyyy hh:mm in Buenos Aires. */
const historyState = z.object({
  desde: z.string(),
  state: z.string(),
  reason: z.nullable(z.object({ description: z.string() })),
  /** When the provider corrected this state, as `desde`: it decides nothing any more (readings C57). Null for other states. */
  corrected: z.optional(z.nullable(z.string())),
});

export const stateHistory = z.object({
  shippings: z.array(
    z.object({
      shipment_id: z.string(),
      steps: z.array(z.object({ name: z.string(), states: z.array(historyState) })),
    }),
  ),
});

export type StateHistory = z.output<typeof stateHistory>;

export const publicStates = endpoint('GET /v1/public/order/states/:trackingId/:token', {
  access: 'public',
  summary:
    'Returns the state history of an order’s shipments, without personal data and free text. Without a valid token the order is unknown.',
  params: z.object({ trackingId: pathId, token: pathId }),
  reply: z.object({ results: stateHistory }),
  additions: ['results.shippings[].steps[].states[].corrected'],
});

export const readOrderStates = endpoint('GET /v1/client/order/:id/states', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary: 'Returns the state history of the client’s order, by tracking id or numeric id, with reasons as received.',
  params: z.object({ id: pathId }),
  reply: z.object({ results: stateHistory }),
});

const shipmentPath = z.object({ id: pathId });

export const cancelShipment = endpoint('PUT /v1/client/shipping/:id/cancel', {
  access: 'client',
  needs: 'orders',
  audit: 'shipment.cancel',
  summary: 'Cancels one shipment; the other shipments of its order continue. Idempotent.',
  params: shipmentPath,
  reply: z.object({ message: z.string() }),
});

export const returnShipment = endpoint('PUT /v1/client/shipping/:id/return', {
  access: 'client',
  needs: 'orders',
  audit: 'shipment.return',
  summary: 'Requests the return of a shipment that is collected or at the delivery base.',
  params: shipmentPath,
  reply: z.object({ message: z.string() }),
});
