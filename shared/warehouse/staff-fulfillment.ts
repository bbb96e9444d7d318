import * as z from 'zod/mini';
import { flag, integer, rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterText, listQuery, page } from '#shared/kit/http/pagination.ts';
import { streetAddress } from '#shared/orders/address.ts';
import { FULFILLMENT_STATUSES } from './rules/fulfillment-timeline.ts';

const statuses = FULFILLMENT_STATUSES.map(({ value }) => value);

const row = {
  client_id: z.number(),
  /** Name of the client's company. */
  company: z.string(),
  /** Why the client is blocked; null for a client that isn't. */
  blocked_reason: z.nullable(z.string()),
  /** The client's `referencia`. */
  id: z.number(),
  order_id: z.string(),
  tracking_id: z.string(),
  delivery_mode: z.string(),
  status: z.enum(statuses),
  /** Labels of the shipments that the warehouse has labelled. */
  labels: z.array(z.string()),
  /** Reason of the cancellation, if one was given. */
  reason: z.nullable(z.string()),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  status_at: z.string(),
};

const staffFulfillment = z.object({
  ...row,
  /** Products of the shipments that aren’t cancelled: different ones, and units of all. */
  lines: z.number(),
  units: z.number(),
  /** Where it goes. */
  city: z.string(),
  state: z.string(),
  /** Last day to prepare it in time, YYYY-MM-DD; null once it is prepared or cancelled. */
  prepare_by: z.nullable(z.string()),
});

/** Includes the items to pack and the receiver. */
const staffFulfillmentDetail = z.object({
  ...row,
  shipments: z.array(
    z.object({
      shipment_id: z.string(),
      state: z.string(),
      items: z.array(
        z.object({
          sku: z.string(),
          /** The bar code that stands for the SKU; empty without one, and if a spelling of the code is a SKU of other goods. */
          barcode: z.string(),
          description: z.string(),
          requested: z.number(),
          prepared: z.number(),
        }),
      ),
      /** Lots to take the units from, the first to expire first; empty when another service keeps the stock. */
      lots: z.array(z.object({ sku: z.string(), lot: z.string(), expiry: z.nullable(z.string()), units: z.number() })),
    }),
  ),
  receiver: z.object({
    receiver_name: z.string(),
    email: z.string(),
    receiver_phone: z.string(),
    address: streetAddress,
  }),
});

export type StaffFulfillment = z.output<typeof staffFulfillment>;
export type StaffFulfillmentDetail = z.output<typeof staffFulfillmentDetail>;

const path = z.object({ clientId: rowId, id: rowId });
const saved = z.object({ message: z.string(), results: staffFulfillmentDetail });

export const staffFulfillments = endpoint('GET /ops/v1/fulfillment/', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary:
    'Lists fulfillment orders of all clients, oldest first. Without a state filter, lists the orders to prepare.',
  query: listQuery({ client: filterText, status: filterText }),
  reply: page(staffFulfillment),
});

export const clientFulfillment = endpoint('GET /ops/v1/client/:clientId/fulfillment/:id', {
  access: 'provider',
  needs: 'read',
  shows: ['name', 'address', 'masked contact', 'text'],
  summary: 'Returns a fulfillment order with its items, their lots, and the receiver.',
  params: path,
  reply: z.object({ results: staffFulfillmentDetail }),
});

export const prepareFulfillment = endpoint('POST /ops/v1/client/:clientId/fulfillment/:id/prepare', {
  access: 'provider',
  needs: 'warehouse',
  audit: 'ops.fulfillment.prepare',
  shows: ['name', 'address', 'masked contact', 'text'],
  summary:
    'Records the total of prepared units of each SKU or bar code; without `items`, all units. The order becomes Preparado when all units are prepared, or with `close`, which releases the stock of the missing units.',
  params: path,
  // Without the known keys the call means all units, or all shipments, so a misspelt key is refused.
  body: z.strictObject({
    items: z.optional(
      z
        .array(
          z.object({
            sku: text({ required: 'Falta sku', max: [100], key: true }),
            quantity: integer({
              required: 'Falta quantity',
              min: [0, 'Mínimo 0'],
              max: [9_999_999, 'El valor no es válido'],
            }),
          }),
        )
        .check(z.maxLength(1000, 'Hasta 1000 artículos')),
    ),
    close: flag(false),
  }),
  reply: saved,
});

export const labelFulfillment = endpoint('POST /ops/v1/client/:clientId/fulfillment/:id/label', {
  access: 'provider',
  needs: 'warehouse',
  audit: 'ops.fulfillment.label',
  shows: ['name', 'address', 'masked contact', 'text'],
  summary:
    'Records which shipments of a prepared order are labelled and ready for collection; without `labels`, all of them.',
  params: path,
  body: z.strictObject({
    labels: z.optional(
      z.array(text({ required: 'Falta la etiqueta', max: [40] })).check(z.maxLength(100, 'Hasta 100 etiquetas')),
    ),
  }),
  reply: saved,
});

export const cancelFulfillment = endpoint('POST /ops/v1/client/:clientId/fulfillment/:id/cancel', {
  access: 'provider',
  needs: 'warehouse',
  audit: 'ops.fulfillment.cancel',
  shows: ['name', 'address', 'masked contact', 'text'],
  summary: 'Cancels a fulfillment order that isn’t prepared yet, with its shipments, and releases its stock.',
  params: path,
  body: z.object({ reason: text({ max: [200], lines: true }) }),
  reply: saved,
});
