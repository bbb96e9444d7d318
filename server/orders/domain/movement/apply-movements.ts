import { directionOf } from '#shared/orders/rules/delivery-modes.ts';
import type { EventActor } from '#shared/orders/rules/shipment/event-actors.ts';
import {
  clampToCreation,
  type EventOrigin,
  findEventPosition,
  type ShipmentHistoryEntry,
} from '#shared/orders/rules/shipment/event-position.ts';
import { type Measurement, sameMeasured } from '#shared/orders/rules/shipment/measurement.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { EVENT_ID_TAKEN } from '#shared/orders/staff-events.ts';
import { historyColumns } from './history-columns.ts';
import type { MovedShipment, NewEntry, RecordedEvent, ShipmentWithHistory } from './move-shipments.store.ts';

/** A new event of a shipment, before it is checked. */
export interface Movement {
  /** Numeric id of its order. */
  orderId: number;
  label: string;
  state: { code: ShipmentStateCode | null; text: string };
  /** Null means now and after all recorded entries, even if the provider's clock is ahead of ours. */
  at: Date | null;
  reason: string | null;
  /** The provider's measurement; missing or null for an event without one. */
  measured?: Measurement | null;
  /** Idempotency key of the provider's event; null for movements by the product. */
  eventId: string | null;
  /** Why a movement that wasn't recorded before is refused, whatever the history; null if the history decides. */
  refusal?: string | null;
  by: EventOrigin;
  /** Who reports it, for the provider's people. */
  actor: EventActor;
}

/** Result of a movement. `repeated`: the event was recorded before. A recorded one may have a reason why its measurement waits. */
export type Outcome =
  | { result: 'recorded'; reason?: string }
  | { result: 'repeated' }
  | { result: 'refused'; reason: string };

/** Outcomes, and the rows to write: new history entries and the resulting states of their shipments. */
export interface AppliedMovements {
  outcomes: Outcome[];
  entries: NewEntry[];
  moved: (MovedShipment & Pick<ShipmentWithHistory, 'order_pk'>)[];
}

export const UNKNOWN_SHIPMENT = 'No existe ese envío';

/**
 * Applies movements in the order of their time, each to the history that the earlier movements left. Doesn't write.
 *
 * @returns outcomes in the given order of the movements
 */
export function applyMovements(
  movements: readonly Movement[],
  shipments: readonly ShipmentWithHistory[],
  knownEvents: readonly RecordedEvent[],
  now: Date,
): AppliedMovements {
  const byLabel = new Map(shipments.map((shipment) => [shipment.label, { ...shipment, added: [] as NewEntry[] }]));
  const byId = new Map(knownEvents.map((event) => [keyOf(event.label, event.event_id), event]));
  const outcomes: Outcome[] = [];
  for (const [index, received] of inTimeOrder(movements, now)) {
    const { label, reason, eventId, measured = null } = received;
    const known = eventId === null ? undefined : byId.get(keyOf(label, eventId));
    const shipment = byLabel.get(label);
    const movement = shipment ? withEventTime(received, shipment) : received;
    const placed = known ? repeated(known, movement) : shipment ? insertIntoHistory(shipment, movement, now) : UNKNOWN;
    outcomes[index] = 'entry' in placed ? { result: 'recorded' } : placed;
    if (!('entry' in placed) || !shipment) continue;
    shipment.added.push(newEntry(shipment, placed.entry, movement));
    if (eventId !== null)
      byId.set(keyOf(label, eventId), { event_id: eventId, label, ...placed.entry, reason, measured });
  }
  const moved = [...byLabel.values()].filter(({ added }) => added.length > 0);
  return {
    outcomes,
    entries: moved.flatMap(({ added }) => added),
    moved: moved.map(({ id, order_pk, history, added }) => {
      // New entries are in the order of their time.
      const searched = added.map(({ at, state_code }) => ({ at: at.getTime(), code: state_code }));
      return { id, order_pk, ...historyColumns(history, searched) };
    }),
  };
}

/** An event's id belongs to its shipment. A label has no blank. */
const keyOf = (label: string, eventId: string) => `${label} ${eventId}`;

const refused = (reason: string): Outcome => ({ result: 'refused', reason });
const UNKNOWN = refused(UNKNOWN_SHIPMENT);

function inTimeOrder(movements: readonly Movement[], now: Date): [index: number, Movement][] {
  const time = ({ at }: Movement) => (at ?? now).getTime();
  return [...movements.entries()].sort(([, a], [, b]) => time(a) - time(b));
}

function withEventTime(movement: Movement, { created_at }: ShipmentWithHistory): Movement {
  const { at } = movement;
  return at === null ? movement : { ...movement, at: new Date(clampToCreation(at.getTime(), created_at.getTime())) };
}

function repeated(known: RecordedEvent, { at, state, reason, measured = null }: Movement): Outcome {
  const sameState = known.code === null ? known.text === state.text : known.code === state.code;
  const sameContent = known.reason === reason && sameMeasured(known.measured, measured);
  const same = known.at === at?.getTime() && sameState && sameContent;
  return same ? { result: 'repeated' } : refused(EVENT_ID_TAKEN);
}

/** Inserts a movement into the shipment's history, or returns the reason for refusing it. */
function insertIntoHistory(
  shipment: ShipmentWithHistory,
  movement: Movement,
  now: Date,
): Outcome | { entry: ShipmentHistoryEntry } {
  if (movement.refusal) return refused(movement.refusal);
  const { history, delivery_mode, created_at } = shipment;
  const at = movement.at?.getTime() ?? Math.max(now.getTime(), history.at(-1)?.at ?? 0);
  const entry = { at, ...movement.state };
  const placement = findEventPosition(history, entry, {
    direction: directionOf(delivery_mode),
    by: movement.by,
    createdAt: created_at.getTime(),
    now: now.getTime(),
  });
  if ('refused' in placement) return refused(placement.refused);
  history.splice(placement.index, 0, entry);
  return { entry };
}

function newEntry(
  { id, added }: ShipmentWithHistory & { added: NewEntry[] },
  { at, text, code }: ShipmentHistoryEntry,
  { reason, measured = null, eventId, actor }: Movement,
): NewEntry {
  const received = { reason, measured, event_id: eventId, actor_kind: actor.kind, actor_name: actor.name };
  return { shipment_id: id, nth: added.length, at: new Date(at), state: text, state_code: code, ...received };
}
