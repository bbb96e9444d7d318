import * as z from 'zod/mini';
import { streetAddress } from './address.ts';
import { pathId } from './fields.ts';
import { endpoint } from './http/endpoint.ts';
import { reasons } from './http/envelope.ts';

/** An item as it was when the order was created (readings C21: without a product it reads NO_INFORMADO). */
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

/** D1 §3 Shipping, as the order detail shows it. */
export const shipping = z.object({
  id: z.number(),
  shipment_id: z.string(),
  state: z.string(),
  /** YYYY-MM-DD. */
  estimated_delivery_date: z.nullable(z.string()),
  shipping_cost: z.number(),
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
  print_png_url: z.nullable(z.string()),
  printable: z.boolean(),
  cancellable: z.boolean(),
  can_return: z.boolean(),
  /** Why a flag of these is off, in the sender's words. */
  blocked: reasons(['cancellable', 'can_return', 'printable']),
});

export type Shipping = z.output<typeof shipping>;

/** One state of a shipment's history; `desde` is dd/mm/yyyy hh:mm in Buenos Aires. */
const historyState = z.object({
  desde: z.string(),
  state: z.string(),
  reason: z.nullable(z.object({ description: z.string() })),
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
  summary: 'State history of an order’s shipments, without personal data; a wrong token is an unknown order.',
  params: z.object({ trackingId: pathId, token: pathId }),
  reply: z.object({ results: stateHistory }),
});

const shipmentPath = z.object({ id: pathId });

export const cancelShipment = endpoint('PUT /v1/client/shipping/:id/cancel', {
  access: 'client',
  summary: 'Cancel one shipment; the others of its order go on. Cancelling it again answers the same.',
  params: shipmentPath,
  reply: z.object({ message: z.string() }),
});

export const returnShipment = endpoint('PUT /v1/client/shipping/:id/return', {
  access: 'client',
  summary: 'Ask for the return of a shipment that is collected or at the delivery base.',
  params: shipmentPath,
  reply: z.object({ message: z.string() }),
});
