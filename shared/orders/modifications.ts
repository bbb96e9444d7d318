import * as z from 'zod/mini';
import { optionalNumber, pathId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { addressFields } from './address.ts';
import { receiverFields } from './new-order.ts';
import { doubts } from './order-doubts.ts';
import { POINT_CODE_MAX } from './point-or-address.ts';
import { REQUEST_STATES } from './requests.ts';

const { receiver_name, receiver_phone, email: receiverEmail } = receiverFields;

/** D1 §3 Edit-order payload: receiver and address of a new order, under other names. The document can't be edited. */
export const orderEdit = z.object({
  receiver: z.object({
    receiver_name,
    receiver_phone,
    email: receiverEmail,
    address_street_name: addressFields.street_name,
    address_street_number: addressFields.street_number,
    address_other_info: addressFields.other_info,
    address_neighborhood_name: addressFields.neighborhood_name,
    address_zip_code: addressFields.zip_code,
    address_city: addressFields.city,
    address_state: addressFields.state,
    address_floor: addressFields.floor,
    address_apartment: addressFields.apartment,
    /** Decimal degrees; a single coordinate is ignored. */
    address_longitude: optionalNumber({ min: -180, max: 180 }),
    address_latitude: optionalNumber({ min: -90, max: 90 }),
  }),
  /** Code of an active pickup point for an order of delivery mode 2, whose address then counts; an addition. */
  pickup_point_code: text({ max: [POINT_CODE_MAX] }),
});

export type OrderEdit = z.output<typeof orderEdit>;

/** Effect of a change of receiver and address: 'Pendiente' waits for the provider's decision. */
const modificationQuote = z.object({
  state: z.enum(['Aprobado', 'Pendiente']),
  /** Pesos of the active shipments, adjustments included. */
  cost_before: z.number(),
  cost_after: z.number(),
});

export type ModificationQuote = z.output<typeof modificationQuote>;

export const quoteModification = endpoint('POST /v1/client/order/:id/modification/quote', {
  access: 'client',
  needs: 'orders',
  audit: null,
  addition: true,
  summary:
    'Quotes a change of receiver and address, and returns whether it needs the provider’s approval. Changes nothing.',
  params: z.object({ id: pathId }),
  body: orderEdit,
  bodyAdditions: ['pickup_point_code'],
  reply: z.object({ results: modificationQuote }),
});

export const requestModification = endpoint('POST /v1/client/order/:id/modification', {
  access: 'client',
  needs: 'orders',
  audit: 'order.modify',
  summary:
    'Changes receiver and address immediately, with the price of the new address, if the order is neither paid nor collected. Otherwise a more expensive address, and any change of a collected shipment, becomes a request that the provider approves or rejects.',
  params: z.object({ id: pathId }),
  body: orderEdit,
  bodyAdditions: ['pickup_point_code'],
  reply: z.object({
    message: z.string(),
    results: z.object({ id: z.number(), state: z.enum(REQUEST_STATES), doubts }),
  }),
  additions: ['results.doubts'],
});
