import { type ShipmentStateCode, shipmentState } from './shipment-states.ts';
import { type Direction, isTransitionAllowed } from './shipment-transitions.ts';

/** A state that a shipment took: when (ms since 1970), its code (null for a text that we don't know) and its text. */
export type ShipmentHistoryEntry = { at: number; code: ShipmentStateCode | null; text: string };

/** Who moves a shipment: the provider by an event, its sender by an action of the portal, or a confirmed payment. */
export type EventOrigin = 'provider' | 'sender' | 'payment';

export type EventContext = {
  direction: Direction;
  by: EventOrigin;
  /** When the shipment was created, and now; ms since 1970. */
  createdAt: number;
  now: number;
};

/** Where an event stands in a history, or why it can't: a sentence for the provider's people. */
export type EventPosition = { index: number } | { refused: string };

/** How far the provider's clocks may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * When an event happened to a shipment, by what its sender told; both in ms since 1970. Many clocks tell whole seconds:
 * for them the second in which a shipment was created begins before the shipment, so what they tell of it is taken as of
 * the creation.
 */
export function clampToCreation(told: number, createdAt: number): number {
  return told < createdAt && told >= createdAt - (createdAt % 1000) ? createdAt : told;
}

/**
 * Where an event belongs in a history, which is given in the order of true time (of two at one moment, the one that was
 * recorded first); at its end, it is the shipment's state. An event that comes late stands between its neighbours and
 * must fit both. A state that is scanned again is recorded again, until the end: nothing follows a final state. A text
 * that we don't know fits everywhere (readings C17). Out of 'Pendiente de Pago' leads the payment; the only event that does
 * is the expiry of a shipment that was never paid (readings C51).
 *
 * `history` may leave out what is older than the entry before the event.
 */
export function findEventPosition(
  history: readonly ShipmentHistoryEntry[],
  event: ShipmentHistoryEntry,
  { direction, by, createdAt, now }: EventContext,
): EventPosition {
  if (event.at > now + CLOCK_SKEW_MS) return { refused: 'La fecha está en el futuro' };
  if (event.at < createdAt) return { refused: 'La fecha es anterior a la creación del envío' };
  if (event.code === 'pendiente_pago') return { refused: 'Ese estado no llega por un evento' };
  const later = history.findIndex((entry) => entry.at > event.at);
  const index = later < 0 ? history.length : later;
  const [before, after] = [history[index - 1], history[index]];
  if (by === 'provider' && before?.code === 'pendiente_pago' && event.code !== 'expirado') {
    return { refused: after ? 'En ese momento la orden no estaba pagada' : 'Falta pagar la orden' };
  }
  const fits = (!before || follows(before, event, direction)) && (!after || follows(event, after, direction));
  return fits ? { index } : { refused: rejectionReason(before, event, after) };
}

function follows(from: ShipmentHistoryEntry, to: ShipmentHistoryEntry, direction: Direction): boolean {
  if (isFinal(from)) return false;
  return to.code === null || from.code === to.code || isTransitionAllowed(from.code, to.code, direction);
}

function isFinal({ code }: ShipmentHistoryEntry): boolean {
  return code !== null && shipmentState(code).final;
}

function rejectionReason(
  before: ShipmentHistoryEntry | undefined,
  event: ShipmentHistoryEntry,
  after: ShipmentHistoryEntry | undefined,
): string {
  if (before && after) return `Llegó tarde y no encaja entre ${before.text} y ${after.text}`;
  if (after) return `Llegó tarde y no encaja antes de ${after.text}`;
  if (before && isFinal(before)) return `El envío ya finalizó: ${before.text}`;
  return `No puede pasar de ${before?.text} a ${event.text}`;
}
