import * as z from 'zod/mini';
import { choice, pathId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { SEARCH_KIND_NAMES } from '#shared/orders/rules/code/shipment-search.ts';
import { requestedChange } from '#shared/orders/staff-modifications.ts';

/** Shipments that a search returns at most. */
export const MAX_FOUND = 50;

export const staffFoundShipment = z.object({
  /** Kind of value by which the shipment was found. */
  found_by: z.enum(SEARCH_KIND_NAMES),
  client_id: z.number(),
  company: z.string(),
  /** Id of the order. */
  id: z.number(),
  /** The client's own number. */
  order_id: z.string(),
  tracking_id: z.string(),
  shipment_id: z.string(),
  state: z.string(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  receiver_name: z.string(),
  /** Masked except for the last three digits. */
  receiver_phone: z.string(),
  document: z.string(),
});

export type StaffFoundShipment = z.output<typeof staffFoundShipment>;

// POST, because an address would be logged with the person's data.
export const searchShipments = endpoint('POST /ops/v1/search', {
  access: 'provider',
  needs: 'read',
  audit: 'ops.search',
  shows: ['name', 'masked contact'],
  summary:
    'Finds shipments of all clients by label, tracking id, client’s number, or the receiver’s document, phone, e-mail or name, latest first. Without a kind, searches by every kind that the text can be. Phones and documents are masked; masked receivers aren’t found by person.',
  body: z.object({
    text: text({ required: 'Escribí qué buscar', max: [254], key: true }),
    kind: z.optional(choice(SEARCH_KIND_NAMES, 'Elegí por qué dato buscar')),
  }),
  reply: z.object({
    results: z.array(staffFoundShipment),
    /** Whether there are more than the returned 50. */
    more: z.boolean(),
  }),
});

export const receiverContact = z.object({
  receiver_phone: z.string(),
  document: z.string(),
  email: z.string(),
  /** The request to change the shipment's order that waits for a decision, with whole values; null without one. */
  requested: z.nullable(z.object({ id: z.number(), changes: z.array(requestedChange) })),
});

export const showReceiverContact = endpoint('POST /ops/v1/shipment/:label/receiver', {
  access: 'provider',
  needs: 'read',
  audit: 'ops.person.show',
  shows: ['name', 'address', 'contact'],
  summary:
    'Returns the phone, document and e-mail of a shipment’s receiver, and the whole values of the change that waits for a decision. Members of the staff otherwise see them masked. The company sees it in its activity.',
  params: z.object({ label: pathId }),
  reply: z.object({ results: receiverContact }),
});
