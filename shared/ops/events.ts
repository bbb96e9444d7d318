import * as z from 'zod/mini';
import { deferredSchema, moment, text } from '#shared/fields.ts';
import { endpoint } from '#shared/http/endpoint.ts';

/** Maximum number of events in one call. */
export const MAX_EVENTS = 1000;

/** An event of one parcel. Messages of the operator API are for integrators: short, in Spanish. */
export const shipmentEvent = z.object({
  /** The sender's id of the event: the idempotency key of a repeated event. */
  event_id: text({ required: 'Falta event_id', max: [100] }),
  /** The label, `{tracking_id}-{n}`. */
  shipment_id: text({ required: 'Falta shipment_id', max: [40] }),
  /** Text or code of a state; an unknown state is stored as received (readings C17). */
  state: text({ required: 'Falta state', max: [60] }),
  /** Time of the event: ISO 8601 with a time zone. Events may arrive in any order. */
  at: moment('Falta at'),
  /** Reason of a failure. */
  reason: text({ max: [200], lines: true }),
});

export type ShipmentEvent = z.output<typeof shipmentEvent>;

const eventResult = z.object({
  /** As received; null for a value that is no text. */
  event_id: z.nullable(z.string()),
  shipment_id: z.nullable(z.string()),
  /** `repeated`: received before, nothing changed. */
  result: z.enum(['recorded', 'repeated', 'refused']),
  /** Reason of the refusal. */
  reason: z.nullable(z.string()),
});

export const recordEvents = endpoint('POST /ops/v1/shipment/events', {
  access: 'operator',
  needs: 'events',
  audit: 'ops.event.record',
  summary:
    'Records events of parcels. Each event is accepted or rejected separately; results have the order of the events.',
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
