import * as z from 'zod/mini';
import { deferredSchema, moment, text } from '#shared/fields.ts';
import { endpoint } from '#shared/http/endpoint.ts';

/** Most events of one call. */
export const MAX_EVENTS = 1000;

/** What happened to one parcel. The texts of the provider's entry are its integrators': short, in Spanish. */
export const shipmentEvent = z.object({
  /** The sender's own id of the event: what is sent again is known by it. */
  event_id: text({ required: 'Falta event_id', max: [100] }),
  /** The label, `{tracking_id}-{n}`. */
  shipment_id: text({ required: 'Falta shipment_id', max: [40] }),
  /** A state's text or code; one that we don't know is kept as it is written (readings C17). */
  state: text({ required: 'Falta state', max: [60] }),
  /** When it happened: ISO 8601 with a zone. Events may come in any order. */
  at: moment('Falta at'),
  /** Why it failed, where it did. */
  reason: text({ max: [200], lines: true }),
});

export type ShipmentEvent = z.output<typeof shipmentEvent>;

const eventResult = z.object({
  /** As they were sent; null where they were no text. */
  event_id: z.nullable(z.string()),
  shipment_id: z.nullable(z.string()),
  /** `repeated`: known already, nothing changed. */
  result: z.enum(['recorded', 'repeated', 'refused']),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
});

export const recordEvents = endpoint('POST /ops/v1/shipment/events', {
  access: 'operator',
  summary:
    'What happened to parcels. Each event is taken or refused by itself; results come in the order of the events.',
  body: z.object({
    events: z
      .array(deferredSchema(shipmentEvent))
      .check(
        z.minLength(1, 'Enviá al menos un evento'),
        z.maxLength(MAX_EVENTS, `Hasta ${MAX_EVENTS} eventos por llamada`),
      ),
  }),
  reply: z.object({
    recorded: z.number(),
    repeated: z.number(),
    refused: z.number(),
    results: z.array(eventResult),
  }),
});
