import * as z from 'zod/mini';
import { addressFields, streetAddress } from './address.ts';
import { email, integer, optionalInteger, pathId, preparedSchema, text } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { blockedReasons } from './http/envelope.ts';
import { CREATION_DATE_RANGE, filterSchema, filterText, listQuery, page } from './http/pagination.ts';
import { messages } from './messages.ts';
import { doubts } from './order-doubts.ts';
import { packageSides } from './package-sides.ts';
import { POINT_CODE_MAX, withoutUnusedAddress } from './point-or-address.ts';
import { lastModification } from './requests.ts';
import { documentError, plainDocument } from './rules/document.ts';
import { isReceiverPhone, plainPhone } from './rules/phone.ts';
import { due, pickupPoint, shipmentFilters, shipping, shippingReceiver } from './shipments.ts';

const required = messages.required;

/** Placeholder for a shipment without known content (D1 §3, readings C21). */
export const NOT_INFORMED = 'NO_INFORMADO';

/** Maximum number of shipments in an order, and of items in a shipment. */
export const MAX_SHIPMENTS = 100;
export const MAX_ITEMS = 200;

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

export const orderItem = z.object({
  product_id: optionalInteger({ min: [1, 'Este campo es obligatorio'] }),
  /** Required, except for the placeholder NO_INFORMADO. */
  sku: text({ max: [60], key: true }),
  item: text({ max: [200] }),
  quantity: integer({ required: 'Obligatorio', unit: 'units', min: [1, 'Mínimo 1'], max: [9999, 'Máximo 9999'] }),
});

const aboveZero = 'Debe ser mayor a 0';

/** Fields for the measures of a package, with the texts of D1 §5. */
export const shipmentFields = {
  ...packageSides(''),
  /** Grams. */
  weight: integer({ required, unit: 'grams', min: [1, aboveZero], max: [999_999, 'Debe ser menor o igual a 999999'] }),
  /** Declared value in whole pesos. */
  items_value: integer({
    required,
    unit: 'pesos',
    min: [1, aboveZero],
    max: [9_999_999, 'Debe ser menor o igual a 9999999'],
  }),
};

export const orderShipment = z.object({
  ...shipmentFields,
  items: z.array(orderItem).check(z.maxLength(MAX_ITEMS, `Hasta ${MAX_ITEMS} ítems por envío`)),
});

const phoneError = (value: string) => (isReceiverPhone(value) ? null : 'El número de teléfono no es válido');

/**
 * Fields of a receiver (D1 §5): at most 30 characters for each name, 60 for the receiver's name, 8 for the document,
 * 100 for the e-mail, 7–60 for the phone.
 */
export const receiverFields = {
  first_name: text({ required, max: [30] }),
  last_name: text({ required, max: [30] }),
  receiver_name: text({ required, max: [60] }),
  email: email({ required, max: [100, 'El máximo es de 100 caracteres'] }),
  receiver_phone: text({
    required,
    min: [7, 'El número es muy corto'],
    max: [60],
    normalize: plainPhone,
    check: phoneError,
  }),
};

/** Rules of a document; a CUIT is valid only outside strict mode (`validateNewOrder`). */
const documentRules = { normalize: plainDocument, check: documentError };

/** Required, except for reverse logistics, for which the server accepts an order without a document (readings C6). */
export const documentField = text({ required, ...documentRules });

const address = z.object(addressFields);

/** D1 §3 New-order payload. Unknown keys are dropped (readings S18). */
export const newOrder = z.object({
  order_id: text({
    required,
    min: [2, 'El número de orden es muy corto'],
    max: [20],
    key: true,
  }),
  delivery_mode: integer({ required, min: [1, messages.value], max: [5, messages.value] }),
  /** Id of the collection address; empty means the client's main one. */
  pickup_address_id: optionalInteger({ min: [1, messages.value] }),
  sender_name: text({ max: [30] }),
  receiver: z.object({ ...receiverFields, document: text(documentRules), address }),
  shipments: z
    .array(orderShipment)
    .check(
      z.minLength(1, 'Agregá al menos un envío'),
      z.maxLength(MAX_SHIPMENTS, `Hasta ${MAX_SHIPMENTS} envíos por orden`),
    ),
});

export type NewOrder = z.output<typeof newOrder>;

/**
 * A new order that may name the pickup point of delivery mode 2. Its address is then ignored and null: the parcel goes to the point,
 * whose address the order gets.
 */
const orderBody = z.object({
  ...newOrder.shape,
  /** Code of an active pickup point; empty assigns the nearest one to the address (readings C44). */
  pickup_point_code: text({ max: [POINT_CODE_MAX] }),
  /** `other_info` are the observations of an order to a chosen point; those of any other are in its address. */
  receiver: z.extend(newOrder.shape.receiver, { address: z.nullable(address), other_info: addressFields.other_info }),
});

type ParsedBody = z.output<typeof orderBody>;

/** A new order as the call receives it, or one from elsewhere, which has an address. */
export type OrderBody = Omit<ParsedBody, 'pickup_point_code' | 'receiver'> & {
  pickup_point_code?: string;
  receiver: Omit<ParsedBody['receiver'], 'other_info'> & { other_info?: string };
};

export const createOrder = endpoint('POST /v1/client/order/', {
  access: 'client',
  needs: 'orders',
  audit: 'order.create',
  summary:
    'Creates an order with its shipments. The server sets cost, states and ids. With `pickup_point_code` (delivery mode 2) the order goes to that point and needs no address.',
  body: preparedSchema(orderBody, withoutUnusedAddress),
  bodyAdditions: ['pickup_point_code'],
  reply: z.object({
    message: z.string(),
    results: z.object({ id: z.number(), order_id: z.string(), tracking_id: z.string(), doubts }),
  }),
  additions: ['results.doubts'],
  idempotent: true,
  errorStatuses: [404],
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
