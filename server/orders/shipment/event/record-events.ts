import * as z from 'zod/mini';
import type { Deps } from '#server/integrations/deps.ts';
import { findOrderOwners, type OrderOwner } from '#server/orders/domain/flags/order-owners.store.ts';
import { type Movement, type Outcome, UNKNOWN_SHIPMENT } from '#server/orders/domain/movement/move-shipments.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';
import { parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import type { EventActor } from '#shared/orders/rules/shipment/event-actors.ts';
import { unknownStateReason } from '#shared/orders/rules/shipment/nearest-state.ts';
import { parseShipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { ShipmentEvent } from '#shared/orders/staff-events.ts';
import * as calls from '#shared/orders/staff-events.ts';
import { toMeasured } from '#shared/orders/staff-measured-fields.ts';
import { count, recordCalls, recordMoves } from './event-audit.ts';
import { MAX_TOGETHER, type MovementsByClient, type ReceivedMovement, recordGroups } from './record-groups.ts';
import type { CallGatherer } from './record-together.ts';

/** How a call's events are received. */
interface Received {
  /** Whether unknown states are stored as received. */
  acceptUnknown: boolean;
  actor: EventActor;
}

/** An event with the parts of its shipment's label; undefined if it is invalid, null if it contains no label. */
interface LabelledEvent {
  event: ShipmentEvent | undefined;
  label: ReturnType<typeof parseScannedLabel>;
}

/**
 * Groups the events by client, sorted by order and time. Omits invalid events and events with unknown labels.
 *
 * @param settle receives the outcome of each recorded event, with its index
 */
async function groupByClient(
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

/**
 * Records events of shipments of any clients. Accepts or refuses each event individually. Commits in groups (`recordGroups`).
 * For a person of the staff each has its own row in the audit trail, which the client reads; a program's call has one row without a client.
 * The call is idempotent: after a failure halfway the provider may send all events again, and recorded ones yield
 * `repeated`.
 *
 * @param body.events the unparsed events
 * @param together records small calls of programs together; null if each call is recorded alone
 */
export async function recordEvents(
  deps: Deps,
  { actor }: Pick<ProviderCaller, 'actor'>,
  { events: items, accept_unknown }: BodyOf<typeof calls.recordEvents>,
  together: CallGatherer | null = null,
): Promise<ReplyOf<typeof calls.recordEvents>> {
  const parsed = items.map((item) => z.safeParse(calls.shipmentEvent, item));
  const outcomes = parsed.map(
    ({ error }): Outcome => ({
      result: 'refused',
      reason: error ? joinSentences(error.issues.map(({ message }) => message)) : UNKNOWN_SHIPMENT,
    }),
  );
  const labels = parsed.map(({ data }) => (data ? parseScannedLabel(data.shipment_id) : null));
  const clients = await groupByClient(
    deps,
    parsed.map(({ data }, index) => ({ event: data, label: labels[index] ?? null })),
    { acceptUnknown: accept_unknown, actor: { kind: actor.kind, name: actor.name } },
    (index, outcome) => {
      outcomes[index] = outcome;
    },
  );
  if (actor.kind === 'staff') await recordGroups(deps, clients, (...moves) => recordMoves(deps, ...moves));
  else await recordProgramCall(deps, clients, outcomes, together);
  return {
    recorded: count(outcomes, 'recorded'),
    repeated: count(outcomes, 'repeated'),
    refused: count(outcomes, 'refused'),
    results: items.map((item, index) => ({
      ...idsOf(item, labels[index] ?? null),
      reason: null,
      ...(outcomes[index] as Outcome),
    })),
  };
}

/** Records a program's events, and adds the call's row to the audit trail, even if some of its events failed. */
async function recordProgramCall(
  deps: Deps,
  clients: MovementsByClient,
  outcomes: readonly Outcome[],
  together: CallGatherer | null,
): Promise<void> {
  const isSmall = outcomes.length <= MAX_TOGETHER;
  const gathered = together && isSmall && clients.size > 0 ? await together(clients, outcomes) : null;
  const left = gathered?.clients ?? clients;
  if (gathered?.audited || clients.size === 0) return;
  try {
    await recordGroups(deps, left, () => {});
  } finally {
    await recordCalls(deps, [{ outcomes, inContext: (record) => record() }]);
  }
}

/** Returns the ids of an event: its own as sent, and the label that was read in the sent text; without one, that text. */
function idsOf(item: unknown, label: LabelledEvent['label']): { event_id: string | null; shipment_id: string | null } {
  const { event_id, shipment_id } = (item ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { event_id: text(event_id), shipment_id: label ? labelOf(label.trackingId, label.n) : text(shipment_id) };
}
