import * as z from 'zod/mini';
import type { Trx } from '#server/db/connection.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import { type Movement, type Outcome, UNKNOWN_SHIPMENT } from '#server/domain/move-shipments.ts';
import { findOrderOwners, type OrderOwner } from '#server/domain/order-owners.store.ts';
import type { Operator } from '#server/platform/http/caller.ts';
import type { BodyOf, ReplyOf } from '#shared/http/endpoint.ts';
import * as calls from '#shared/ops/events.ts';
import { toMeasured } from '#shared/ops/measured-fields.ts';
import type { EventActor } from '#shared/rules/event-actors.ts';
import { unknownStateReason } from '#shared/rules/nearest-state.ts';
import { parseScannedLabel } from '#shared/rules/scanned-id.ts';
import { parseShipmentState } from '#shared/rules/shipment-states.ts';
import { labelOf } from '#shared/rules/tracking-id.ts';
import { joinSentences } from '#shared/sentences.ts';
import { type IndexedMovement, recordGroups } from './record-groups.ts';

/**
 * Records events of parcels of any clients. Accepts or refuses each event individually. Commits in groups (`recordGroups`).
 * For a person of the staff each has its own row in the audit trail, which the client reads; a program's call has one row without a client.
 * The call is idempotent: after a failure halfway the provider may send all events again, and recorded ones yield
 * `repeated`.
 *
 * @param body.events the unparsed events
 */
export async function recordEvents(
  deps: Deps,
  { actor }: Pick<Operator, 'actor'>,
  { events: items, accept_unknown }: BodyOf<typeof calls.recordEvents>,
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
  );
  const perClient = actor.kind === 'staff';
  try {
    await recordGroups(
      deps,
      clients,
      (trx, clientId, moving, moved) => {
        if (perClient) recordMoves(trx, clientId, moving, moved);
      },
      (index, outcome) => {
        outcomes[index] = outcome;
      },
    );
  } finally {
    if (!perClient) await recordCall(deps, clients, outcomes);
  }
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

/** Adds the row of a program's call, which names no client, also if some of its events failed. */
async function recordCall(
  deps: Deps,
  clients: ReadonlyMap<number, readonly IndexedMovement[]>,
  outcomes: readonly Outcome[],
): Promise<void> {
  if (count(outcomes, 'recorded') === 0) return;
  const moved = [...clients.values()].flatMap((movements) => movements.map(([, movement]) => movement));
  await deps.db.withOperator(async (trx) => recordMoves(trx, null, moved, outcomes));
}

const count = (outcomes: readonly Outcome[], wanted: Outcome['result']) =>
  outcomes.filter(({ result }) => result === wanted).length;

/**
 * Adds events to the audit trail. A client's row names their parcel if they have only one. A program's row names none: equal calls of a
 * minute are added up, because scanners send each scan in a call of its own, and the parcel's history names program and time.
 *
 * @param clientId client that reads the row, which names and counts only the client's events; null for a program's row
 * @param movements of the known parcels
 */
function recordMoves(
  trx: Trx,
  clientId: number | null,
  movements: readonly Movement[],
  outcomes: readonly Outcome[],
): void {
  const recorded = count(outcomes, 'recorded');
  if (recorded === 0) return;
  const details = { events: outcomes.length, recorded };
  if (clientId === null) {
    recordAudit(trx, { clientId, details, inParts: true, countedIn: 'any' });
    return;
  }
  const [label = null, ...others] = new Set(movements.map((movement) => movement.label));
  recordAudit(trx, { clientId, target: others.length === 0 ? label : null, details, inParts: true });
}

/** How a call's events are received. */
interface Received {
  /** Whether unknown states are stored as received. */
  acceptUnknown: boolean;
  actor: EventActor;
}

/** An event with the parts of its parcel's label; undefined if it is invalid, null if it contains no label. */
interface LabelledEvent {
  event: calls.ShipmentEvent | undefined;
  label: ReturnType<typeof parseScannedLabel>;
}

/** Groups the events by client, sorted by order and time. Omits invalid events and events with unknown labels. */
async function groupByClient(
  deps: Deps,
  events: readonly LabelledEvent[],
  received: Received,
): Promise<Map<number, IndexedMovement[]>> {
  const owners = await findOrderOwners(deps.db, [...new Set(events.flatMap(({ label }) => label?.trackingId ?? []))]);
  const clients = new Map<number, IndexedMovement[]>();
  for (const [index, { event, label }] of events.entries()) {
    const owner = label && owners.get(label.trackingId);
    if (!event || !owner) continue;
    const movements = clients.get(owner.clientId) ?? [];
    movements.push([index, movementOf(event, labelOf(label.trackingId, label.n), owner, received)]);
    clients.set(owner.clientId, movements);
  }
  for (const movements of clients.values()) {
    movements.sort(([, a], [, b]) => a.orderId - b.orderId || Number(a.at) - Number(b.at));
  }
  return clients;
}

function movementOf(
  { event_id, state, at, reason, ...measured }: calls.ShipmentEvent,
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

/** Returns the ids of an event: its own as sent, and the label that was read in the sent text; without one, that text. */
function idsOf(item: unknown, label: LabelledEvent['label']): { event_id: string | null; shipment_id: string | null } {
  const { event_id, shipment_id } = (item ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { event_id: text(event_id), shipment_id: label ? labelOf(label.trackingId, label.n) : text(shipment_id) };
}
