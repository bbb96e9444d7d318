import * as z from 'zod/mini';
import { deferredSchema, flag, moment, pathId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { checkMeasured, measuredFields } from './staff-measured-fields.ts';
import { staffShipmentHistory } from './staff-shipments.ts';

/** Maximum number of events in one call. */
export const MAX_EVENTS = 1000;

/** Reason of the refusal of an event whose id belongs to another one of its shipment. */
export const EVENT_ID_TAKEN = 'Ese event_id ya se usó para otro evento';

/** Whether states that the table lacks are stored as received. */
const acceptUnknown = flag(false);

/** An event of one shipment. Messages of the provider's API are for integrators: short, in Spanish. */
export const shipmentEvent = z
  .object({
    /** The sender's id of the event among those of its shipment: the idempotency key of a repeated event. */
    event_id: text({ required: 'Falta event_id', max: [100] }),
    /** The label, `{tracking_id}-{n}`. */
    shipment_id: text({ required: 'Falta shipment_id', max: [40] }),
    /** Text or code of a state. An unknown state is refused, or stored as received with `accept_unknown` (readings C17, C57). */
    state: text({ required: 'Falta state', max: [60] }),
    /** Time of the event: ISO 8601 with a time zone. Events may arrive in any order. */
    at: moment('Falta at'),
    /** Reason of a failure. */
    reason: text({ max: [200], lines: true }),
    ...measuredFields,
  })
  .check(checkMeasured);

export type ShipmentEvent = z.output<typeof shipmentEvent>;

const eventResult = z.object({
  /** As received; null for a value that is no text. */
  event_id: z.nullable(z.string()),
  /** The label that was read in the received text; the text as received if it contains none. */
  shipment_id: z.nullable(z.string()),
  /** `repeated`: received before, nothing changed. */
  result: z.enum(['recorded', 'repeated', 'refused']),
  /** Reason of the refusal, or why a recorded measurement isn't billed before a person confirms it. */
  reason: z.nullable(z.string()),
});

export const recordEvents = endpoint('POST /ops/v1/shipment/events', {
  access: 'provider',
  needs: 'events',
  audit: 'ops.event.record',
  summary:
    'Records events of shipments. Each event is accepted or rejected separately; results have the order of the events.',
  body: z.object({
    accept_unknown: acceptUnknown,
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

export const correctEvent = endpoint('POST /ops/v1/shipment/:label/correction', {
  access: 'provider',
  needs: 'events',
  audit: 'ops.event.correct',
  shows: ['name', 'address', 'masked contact', 'text'],
  summary:
    'Corrects a wrong event of a shipment: another event supersedes it, and both stay in the history. Refused with a reason if stock or money followed from the wrong event. Repeating the same correction changes nothing; another correction of a corrected event answers 409.',
  errorStatuses: [409],
  params: z.object({ label: pathId }),
  body: z
    .object({
      ...measuredFields,
      /** `event_id` of the wrong event. */
      corrects: text({ required: 'Falta corrects', max: [100] }),
      /** The sender's id of the correction: the idempotency key. */
      event_id: text({ required: 'Falta event_id', max: [100] }),
      /** Text or code of the right state; without it the state before the wrong event is restored. */
      state: text({ max: [60] }),
      accept_unknown: acceptUnknown,
      /** Time of the right event; without it that of the wrong one. */
      at: z.optional(moment('Falta at')),
      /** Reason of a failure, for the sender. */
      reason: text({ max: [200], lines: true }),
      /** Why the event is corrected, for the provider only. */
      correction_reason: text({ required: 'Falta correction_reason', max: [200], lines: true }),
    })
    .check(checkMeasured),
  reply: z.object({ message: z.string(), results: staffShipmentHistory }),
});
