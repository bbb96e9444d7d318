import type { Deps } from '#server/domain/deps.ts';
import { findOrderOwners, type OrderOwner } from '#server/orders/domain/flags/order-owners.store.ts';
import type { Movement, Outcome } from '#server/orders/domain/movement/move-shipments.ts';
import type { parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import type { EventActor } from '#shared/orders/rules/parcel/event-actors.ts';
import { unknownStateReason } from '#shared/orders/rules/parcel/nearest-state.ts';
import { parseShipmentState } from '#shared/orders/rules/parcel/shipment-states.ts';
import type { ShipmentEvent } from '#shared/orders/staff-events.ts';
import { toMeasured } from '#shared/orders/staff-measured-fields.ts';
import type { MovementsByClient, ReceivedMovement } from './record-groups.ts';

/** How a call's events are received. */
export interface Received {
  /** Whether unknown states are stored as received. */
  acceptUnknown: boolean;
  actor: EventActor;
}

/** An event with the parts of its parcel's label; undefined if it is invalid, null if it contains no label. */
export interface LabelledEvent {
  event: ShipmentEvent | undefined;
  label: ReturnType<typeof parseScannedLabel>;
}

/**
 * Groups the events by client, sorted by order and time. Omits invalid events and events with unknown labels.
 *
 * @param settle receives the outcome of each recorded event, with its index
 */
export async function groupByClient(
  deps: Deps,
  events: readonly LabelledEvent[],
  received: Received,
  settle: (index: number, outcome: Outcome) => void,
): Promise<MovementsByClient> {
  const owners = await findOrderOwners(deps.db, [...new Set(events.flatMap(({ label }) => label?.trackingId ?? []))]);
  const clients = new Map<number, ReceivedMovement[]>();
  for (const [index, { event, label }] of events.entries()) {
    const owner = label && owners.get(label.trackingId);
    if (!event || !owner) continue;
    const movements = clients.get(owner.clientId) ?? [];
    movements.push({
      movement: movementOf(event, labelOf(label.trackingId, label.n), owner, received),
      settle: (outcome) => settle(index, outcome),
    });
    clients.set(owner.clientId, movements);
  }
  for (const movements of clients.values()) {
    movements.sort(({ movement: a }, { movement: b }) => a.orderId - b.orderId || Number(a.at) - Number(b.at));
  }
  return clients;
}

function movementOf(
  { event_id, state, at, reason, ...measured }: ShipmentEvent,
  label: string,
  { orderId }: OrderOwner,
  { acceptUnknown, actor }: Received,
): Movement {
  const parsed = parseShipmentState(state);
  return {
    orderId,
    label,
    state: parsed,
    refusal: parsed.code === null && !acceptUnknown ? unknownStateReason(state) : null,
    at,
    reason: reason || null,
    measured: toMeasured(measured),
    eventId: event_id,
    by: 'provider',
    actor,
  };
}
