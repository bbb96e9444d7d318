import * as z from 'zod/mini';
import { pathId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { blockedReasons } from '#shared/kit/http/envelope.ts';
import { CREATION_DATE_RANGE, filterSchema, filterText, listQuery, page } from '#shared/kit/http/pagination.ts';
import { streetAddress } from './address.ts';
import { lastModification } from './requests.ts';
import { due, pickupPoint, shipmentFilters, shipping, shippingReceiver } from './shipments.ts';

/** Placeholder for a shipment without known content (D1 §3, readings C21). */
export const NOT_INFORMED = 'NO_INFORMADO';

/** Payment in an order's row; 'Cancelar pago' sends its `id` (readings C41). */
const orderPayment = z.object({ id: z.number(), state: z.object({ id: z.number(), name: z.string() }) });

/** D1 §3 Order (list row), with D2 §3's keys of a reverse-logistics row. */
export const orderRow = z.object({
  id: z.number(),
  /** The client's own number. */
  order_id: z.string(),
  tracking_id: z.string(),
  /** ISO 8601, −03:00. */
  date: z.string(),
  /** Pesos: sum of the shipments' `shipping_cost`, which includes adjustments and is 0 for a cancelled shipment. */
  rate_value: z.number(),
  shippings: z.array(
    z.object({ id: z.number(), shipment_id: z.string(), state: z.string(), print_png_url: z.nullable(z.string()) }),
  ),
  shippings_text: z.string(),
  printed_by_client: z.boolean(),
  /** Whether a label was printed before its order changed and must be printed again (readings C50). */
  label_outdated: z.boolean(),
  receiver: z.object({ receiver_name: z.string(), first_name: z.string(), last_name: z.string() }),
  delivery_mode: z.object({ id: z.string(), name: z.string() }),
  order_state: z.object({ name: z.string() }),
  printable: z.boolean(),
  payable: z.boolean(),
  can_generate_merchant_order: z.boolean(),
  can_request_edit: z.boolean(),
  cancellable: z.boolean(),
  print_url: z.nullable(z.string()),
  print_png_url: z.nullable(z.string()),
  init_point: z.nullable(z.string()),
  merchant_order: z.nullable(orderPayment),
  last_modification_incidence_state: z.nullable(z.string()),
  /** Of the shipment that is due first. */
  due,
  /** Why the order has an incident: the reason or the state of its shipment. Null without an incident, and if nothing is known. */
  incident: z.nullable(z.string()),
});

export type OrderRow = z.output<typeof orderRow>;

/** D1 §3 Order, as the detail returns it. */
export const orderDetail = z.object({
  ...orderRow.shape,
  date_time: z.string(),
  /** True when the whole order is cancelled. */
  cancel: z.boolean(),
  sender_name: z.string(),
  shippings: z.array(
    z.object({
      ...shipping.shape,
      /** Reasons, for the sender, why these flags are off. */
      blocked: blockedReasons(['cancellable', 'can_return', 'printable']),
    }),
  ),
  receiver: shippingReceiver,
  sender_address: streetAddress,
  pickup_point: z.nullable(pickupPoint),
  states_token: z.string(),
  /** Reasons why the order's flags are off. */
  blocked: blockedReasons([
    'printable',
    'payable',
    'can_generate_merchant_order',
    'init_point',
    'can_request_edit',
    'cancellable',
  ]),
  last_modification: z.nullable(lastModification),
});

export type OrderDetail = z.output<typeof orderDetail>;

/**
 * D1 §7 filters of the orders list: the shipments' filters, with state groups in `state` (readings C12), and
 * `tracking`.
 */
const orderFilters = { ...shipmentFilters, tracking: filterText };

export const listOrders = endpoint('GET /v1/client/order/', {
  access: 'client',
  needs: 'read',
  summary: 'Lists orders, last changed first.',
  query: listQuery(orderFilters, CREATION_DATE_RANGE),
  reply: page(orderRow),
  additions: [
    'results[].merchant_order.id',
    'results[].shippings[].state',
    'results[].label_outdated',
    'results[].due',
    'results[].incident',
  ],
});

/**
 * Number of orders that match the filters in each group of `filter[state]` (readings C12), whatever group the request
 * names; a group without orders is missing. `late`: of `filter[late]`.
 */
export const countOrders = endpoint('GET /v1/client/order/counts', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary: 'Counts the orders of each quick view of the list.',
  query: z.object({ filter: filterSchema(orderFilters, CREATION_DATE_RANGE) }),
  reply: z.object({
    results: z.array(z.object({ state: z.string(), total: z.number() })),
    total: z.number(),
    late: z.number(),
  }),
});

export const readOrder = endpoint('GET /v1/client/order/:id', {
  access: 'client',
  needs: 'read',
  summary: 'Returns an order by its tracking id or numeric id.',
  params: z.object({ id: pathId }),
  reply: z.object({ results: orderDetail }),
  additions: [
    'results.merchant_order.id',
    'results.label_outdated',
    'results.due',
    'results.incident',
    'results.shippings[].due',
    'results.shippings[].label_outdated',
    'results.states_token',
    'results.pickup_point',
    'results.blocked',
    'results.last_modification',
    'results.shippings[].blocked',
    'results.shippings[].adjustment',
    'results.shippings[].measured',
    'results.shippings[].reschedule',
    'results.shippings[].printable',
    'results.shippings[].cancellable',
    'results.shippings[].can_return',
  ],
});

export const cancelOrder = endpoint('PUT /v1/client/order/:id/cancel', {
  access: 'client',
  needs: 'orders',
  audit: 'order.cancel',
  summary: 'Cancels an order with all its shipments, or none of them. Idempotent.',
  params: z.object({ id: pathId }),
  reply: z.object({
    message: z.string(),
    results: z.object({
      id: z.number(),
      order_id: z.string(),
      tracking_id: z.string(),
      order_state: z.object({ name: z.string() }),
    }),
  }),
});
