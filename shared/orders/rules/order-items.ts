import { addDays, type Day, localDay, startOfDay } from '#shared/kit/days.ts';
import { addWorkingDays, type Calendar } from '#shared/provider/rules/working-days.ts';
import { isFulfillmentMode, REVERSE_MODE } from './delivery-modes.ts';
import type { OpenItemKind } from './open-item-kinds.ts';
import { hasEnded, type ShipmentStatus } from './order-state.ts';
import { nonDeliveryReason } from './shipment/non-delivery-reasons.ts';

/** Working days after which a printed label should have been collected. */
const DAYS_TO_COLLECT = 2;

/** Days that a shipment waits at a branch or pickup point, and how many before their end the sender should write to the buyer. */
const DAYS_AT_POINT = 7;
const DAYS_BEFORE_RETURN = 2;

/** Facts of a shipment that the open items of its order depend on. */
export interface ShipmentItemFacts extends ShipmentStatus {
  /** Time of its state. */
  stateAt: Date;
  /** Reason of its state, if its state is a failure. */
  reason: string | null;
  /** When its label was first delivered; null unless it is printed and waits for the collection. */
  printedAt: Date | null;
}

/** Facts that the open items of an order depend on, none of them the current time. */
export interface OrderItemFacts {
  deliveryMode: number;
  /** Frozen cost of the order in cents. */
  rateCents: number;
  /** When its last modification request was rejected; null otherwise. */
  rejectedAt: Date | null;
  shipments: readonly ShipmentItemFacts[];
}

/** An open item that follows from the facts. */
export interface DerivedItem {
  kind: OpenItemKind;
  /** When its cause arose. An item with another cause is new: it isn't snoozed any more. */
  causeAt: Date;
  /** From when it counts. */
  opensAt: Date;
  /** Until when the sender can act; null if nothing ends. */
  deadline: Date | null;
  amountCents: number;
}

/**
 * Returns the open items of an order that have a row: at most one of each kind, with the earliest deadline of its shipments. `print`,
 * `pay` and `late` are read from the order instead.
 */
export function orderItems(order: OrderItemFacts, calendar: Calendar): DerivedItem[] {
  const ofShipments = order.shipments.flatMap((shipment) => shipmentItem(order, shipment, calendar) ?? []);
  const items = [...ofShipments, ...rejectedItem(order)];
  const byKind = new Map<OpenItemKind, DerivedItem>();
  for (const item of items) {
    const known = byKind.get(item.kind);
    if (!known || urgency(item) < urgency(known)) byKind.set(item.kind, item);
  }
  return [...byKind.values()];
}

const urgency = ({ deadline, opensAt }: DerivedItem) => (deadline ?? opensAt).getTime();

/** A shipment has at most one item: its state decides which. */
function shipmentItem(order: OrderItemFacts, shipment: ShipmentItemFacts, calendar: Calendar): DerivedItem | null {
  if (order.deliveryMode === REVERSE_MODE) return null;
  const { stateCode, stateAt, reason } = shipment;
  const item = (kind: OpenItemKind, deadline: Date | null, opensAt = stateAt): DerivedItem => ({
    kind,
    causeAt: stateAt,
    opensAt,
    deadline,
    amountCents: order.rateCents,
  });
  const known = nonDeliveryReason(reason);
  switch (stateCode) {
    case 'direccion_corregir':
      return item('wrong_address', nextAttempt(stateAt, calendar));
    case 'no_entregado':
      if (known === 'Intentos de entrega agotados') return item('last_attempt', nextAttempt(stateAt, calendar));
      return item(known === 'Dirección incorrecta' ? 'wrong_address' : 'failed_visit', nextAttempt(stateAt, calendar));
    case 'rechazado':
      return item('last_attempt', nextAttempt(stateAt, calendar));
    case 'disponible_retiro': {
      const last = addDays(localDay(stateAt), DAYS_AT_POINT);
      return item('pickup_waiting', endOfDay(last), new Date(startOfDay(addDays(last, -DAYS_BEFORE_RETURN))));
    }
    default:
      return uncollectedItem(order, shipment, calendar);
  }
}

/** The sender hands over the shipments of these states, not the warehouse. */
const WAITS_FOR_COLLECTION: ReadonlySet<string | null> = new Set(['registrado', 'planificado', 'pendiente_retiro']);

/** Returns whether a shipment's label, once printed, waits for a collection at the sender's. */
function waitsForCollection(mode: number, stateCode: string | null): boolean {
  return mode !== REVERSE_MODE && !isFulfillmentMode(mode as never) && WAITS_FOR_COLLECTION.has(stateCode);
}

function uncollectedItem(
  order: OrderItemFacts,
  { stateCode, printedAt }: ShipmentItemFacts,
  calendar: Calendar,
): DerivedItem | null {
  if (!printedAt || !waitsForCollection(order.deliveryMode, stateCode)) return null;
  const opensOn = addDays(addWorkingDays(localDay(printedAt), DAYS_TO_COLLECT, calendar), 1);
  return {
    kind: 'not_collected',
    causeAt: printedAt,
    opensAt: new Date(startOfDay(opensOn)),
    deadline: null,
    amountCents: order.rateCents,
  };
}

function rejectedItem(order: OrderItemFacts): DerivedItem[] {
  const { rejectedAt, rateCents } = order;
  if (!rejectedAt || hasEnded(order)) return [];
  return [
    { kind: 'modification_rejected', causeAt: rejectedAt, opensAt: rejectedAt, deadline: null, amountCents: rateCents },
  ];
}

/** Returns the expected time of the next attempt: 24 hours later, on a working day. */
function nextAttempt(at: Date, calendar: Calendar): Date {
  const day = localDay(at);
  return new Date(startOfDay(addWorkingDays(day, 1, calendar)) + (at.getTime() - startOfDay(day)));
}

/** Returns the last millisecond of a day. */
export const endOfDay = (day: Day): Date => new Date(startOfDay(addDays(day, 1)) - 1);
