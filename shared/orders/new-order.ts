import * as z from 'zod/mini';
import { email, integer, optionalInteger, preparedSchema, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { addressFields } from './address.ts';
import { doubts } from './order-doubts.ts';
import { POINT_CODE_MAX, withoutUnusedAddress } from './point-or-address.ts';
import { packageSides } from './product/package-sides.ts';
import { documentError, plainDocument } from './rules/place/document.ts';
import { isReceiverPhone, plainPhone } from './rules/place/phone.ts';

const required = messages.required;

/** Maximum number of shipments in an order, and of items in a shipment. */
export const MAX_SHIPMENTS = 100;
export const MAX_ITEMS = 200;

export const orderItem = z.object({
  product_id: optionalInteger({ min: [1, 'Este campo es obligatorio'] }),
  /** Required, except for the placeholder NO_INFORMADO. */
  sku: text({ max: [60], key: true }),
  item: text({ whole: true, max: [200] }),
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
  first_name: text({ whole: true, required, max: [30] }),
  last_name: text({ whole: true, required, max: [30] }),
  receiver_name: text({ whole: true, required, max: [60] }),
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
  sender_name: text({ whole: true, max: [30] }),
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
 * A new order that may name the pickup point of delivery mode 2. Its address is then ignored and null: the shipment goes to the point,
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
