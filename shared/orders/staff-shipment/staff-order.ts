import * as z from 'zod/mini';
import { pathId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';

/** An action as the sender's screens show it: allowed, or the reason beside the disabled button. */
const senderAction = z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) });

export const shipmentOrder = z.object({
  client_id: z.number(),
  company: z.string(),
  /** Why the client is blocked; null for a client that isn't. */
  blocked_reason: z.nullable(z.string()),
  order_id: z.string(),
  tracking_id: z.string(),
  /** All shipments of the order, by number. */
  parcels: z.array(z.object({ shipment_id: z.string(), state: z.string(), state_code: z.nullable(z.string()) })),
  /** Id of the order's request that waits for a decision (`readModification`); null without one. */
  modification_id: z.nullable(z.number()),
  /** Id of the shipment's request that waits for a decision (`readReschedule`); null without one. */
  reschedule_id: z.nullable(z.number()),
  /** What the sender's order detail shows. */
  sender_view: z.object({
    order_state: z.string(),
    state: z.string(),
    /** Whether the sender's screens ask for the label: never printed, or outdated before the collection. */
    printed: z.boolean(),
    label_outdated: z.boolean(),
    order: z.object({ cancellable: senderAction, can_request_edit: senderAction, payable: senderAction }),
    parcel: z.object({ printable: senderAction, cancellable: senderAction, can_return: senderAction }),
  }),
});

export type ShipmentOrder = z.output<typeof shipmentOrder>;

export const readShipmentOrder = endpoint('GET /ops/v1/shipment/:label/order', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary:
    'Returns the order of a shipment: its company and other shipments, requests that wait for a decision, and what the sender sees of the shipment, with the reason of each action that it can’t take.',
  params: z.object({ label: pathId }),
  reply: z.object({ results: shipmentOrder }),
});
