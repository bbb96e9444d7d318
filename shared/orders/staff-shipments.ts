import * as z from 'zod/mini';
import { pathId, rowId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { clampedInteger, filterFlag, filterSchema, filterText } from '#shared/kit/http/pagination.ts';
import { streetAddress } from './address.ts';
import { EVENT_ACTOR_KINDS } from './rules/shipment/event-actors.ts';
import { isShipmentStateCode } from './rules/shipment/shipment-states.ts';
import { measurement, shipmentItem, shippingReceiver } from './shipments.ts';

/** Maximum number of shipments in one response. */
export const MAX_SHIPMENTS_READ = 500;

/** A shipment with the data that the provider needs to move it. */
export const staffShipment = z.object({
  client_id: z.number(),
  shipment_id: z.string(),
  tracking_id: z.string(),
  /** The client's own number. */
  order_id: z.string(),
  delivery_mode: z.object({ id: z.string(), name: z.string() }),
  /** Text of the state and its code; the code is null for an unknown text. */
  state: z.string(),
  state_code: z.nullable(z.string()),
  /** ISO 8601, −03:00. */
  state_at: z.string(),
  /** Whether the sender has printed the label: a shipment without a label isn't collected. */
  printed: z.boolean(),
  /**
   * Whether the label on the collected shipment is outdated: the provider has to print and attach a new one (readings
   * C50). False again once it printed one; a cursor doesn't find that change.
   */
  relabel: z.boolean(),
  registered: z.string(),
  updated_at: z.string(),
  /** Grams, cm. */
  weight: z.number(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  /** Pesos. */
  value: z.number(),
  receiver: shippingReceiver,
  /** Whether the table lacks the receiver's postal code, so that nothing confirms the province (readings C48). */
  zip_unlisted: z.boolean(),
  sender_address: streetAddress,
  pickup_point_code: z.nullable(z.string()),
  items: z.array(shipmentItem),
});

export type StaffShipment = z.output<typeof staffShipment>;

/** Code of a state; an unknown code is refused, because an empty list would look like a client without shipments. */
const stateCode = z.pipe(
  filterText,
  z.transform((text, context) => {
    if (text === undefined || isShipmentStateCode(text)) return text;
    context.issues.push({ code: 'custom', message: 'El estado no existe', input: text });
    return z.NEVER;
  }),
);

export const clientShipments = endpoint('GET /ops/v1/client/:clientId/shipment/', {
  access: 'provider',
  needs: 'read',
  shows: ['name', 'address', 'masked contact', 'text'],
  summary:
    'Lists the shipments of a client, least recently changed first. The `cursor` of a response continues after its last shipment: polling with it misses no change, but may repeat the latest ones. It is null only if the client has no shipments.',
  params: z.object({ clientId: rowId }),
  query: z.object({
    cursor: filterText,
    limit: clampedInteger(100, 1, MAX_SHIPMENTS_READ),
    filter: filterSchema({
      state: stateCode,
      /** `1`: only shipments that haven't ended; `0`: only those that have ended. */
      live: filterFlag,
      /** `1`: only shipments with a printed label; `0`: only the others. A cursor doesn't find changes of this flag. */
      printed: filterFlag,
      /** `1`: only shipments with an unlisted postal code; `0`: only the others. */
      zip_unlisted: filterFlag,
    }),
  }),
  reply: z.object({ results: z.array(staffShipment), cursor: z.nullable(z.string()) }),
});

/** A shipment with its history, oldest event first. */
export const staffShipmentHistory = z.object({
  ...staffShipment.shape,
  /** Labels that the provider printed (`printShipmentPdf`), latest first, at most 20. */
  provider_prints: z.array(
    z.object({
      id: z.number(),
      /** ISO 8601, −03:00. */
      at: z.string(),
      by: z.string(),
      format: z.enum(['pdf', 'zpl']),
      version: z.number(),
      /** Whether it replaced the label of a collected shipment. */
      relabelled: z.boolean(),
    }),
  ),
  history: z.array(
    z.object({
      /** ISO 8601, −03:00. */
      at: z.string(),
      state: z.string(),
      state_code: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      event_id: z.nullable(z.string()),
      /** What the provider measured: grams and cm; null without a measurement, sizes null if only the weight was measured. */
      measured: z.nullable(measurement),
      /** Who reported the event; the name is that of a person of the staff or of a key. Null for events that were recorded before it was kept. */
      reported_by: z.nullable(z.object({ kind: z.enum(EVENT_ACTOR_KINDS), name: z.nullable(z.string()) })),
      /** Whether a correction superseded the event: it decides nothing any more (readings C57). */
      superseded: z.boolean(),
      /** Of a correction: the `event_id` that it supersedes, who made it, when and why. Null for other events. */
      correction: z.nullable(
        z.object({
          corrects: z.nullable(z.string()),
          by: z.string(),
          at: z.string(),
          /** Null after the receiver was masked. */
          reason: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});

export type StaffShipmentHistory = z.output<typeof staffShipmentHistory>;

export const readStaffShipment = endpoint('GET /ops/v1/shipment/:label', {
  access: 'provider',
  needs: 'read',
  shows: ['name', 'address', 'masked contact', 'text'],
  summary: 'Returns a shipment by its label, with its history.',
  params: z.object({ label: pathId }),
  reply: z.object({ results: staffShipmentHistory }),
});
