import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { type ShipmentStateCode, shipmentState } from './shipment-states.ts';
import { type Direction, isTransitionAllowed } from './shipment-transitions.ts';

/** An entry of a shipment's history: time (ms since 1970), code (null for an unknown state) and text of the state. */
export type ShipmentHistoryEntry = { at: number; code: ShipmentStateCode | null; text: string };

/**
 * Origin of a state change: the provider's event, the sender's action in the portal, a confirmed payment, the provider's correction
 * of a wrong event, or a correction that restores the state before the wrong event.
 */
export type EventOrigin = 'provider' | 'sender' | 'payment' | 'correction' | 'restoration';

export type EventContext = {
  direction: Direction;
  by: EventOrigin;
  /** Time of the shipment's creation, and the current time; ms since 1970. */
  createdAt: number;
  now: number;
};

/** The index of an event in a history, or the reason of its refusal as a sentence for the provider's staff. */
export type EventPosition = { index: number } | { refused: string };

/** Reason of the refusal of an event in the future. */
export const IN_THE_FUTURE = 'La fecha está en el futuro';

const BEFORE_CREATION = 'La fecha es anterior a la creación del envío';

/** Whether the reason of a refusal is the event's time, whatever its state. */
export const isTimeRefusal = (reason: string): boolean => reason === IN_THE_FUTURE || reason === BEFORE_CREATION;

/** Maximum clock skew: how far in the future an event's time may be. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** Returns whether an event's time is too far in the future; both in ms since 1970. */
export const isFuture = (at: number, now: number): boolean => at > now + CLOCK_SKEW_MS;

/**
 * Returns an event's time, raised to the shipment's creation if both fall in the same second; both in ms since 1970.
 * Clocks with precision of a second would otherwise place an event before the creation.
 */
export function clampToCreation(eventAt: number, createdAt: number): number {
  return eventAt < createdAt && eventAt >= createdAt - (createdAt % 1000) ? createdAt : eventAt;
}

/**
 * Finds the position of an event in a history. The history is sorted by the time of the events, and by the order of
 * recording at equal times; its last entry is the shipment's state. A late event must fit the entries before and after
 * it. A repeated state is recorded again; no state follows a final state. An unknown state fits everywhere (readings
 * C17). Only a payment, or the expiry of an unpaid shipment, leads out of 'Pendiente de Pago' (readings C51).
 *
 * `history` may omit the entries older than the one before the event.
 */
export function findEventPosition(
  history: readonly ShipmentHistoryEntry[],
  event: ShipmentHistoryEntry,
  { direction, by, createdAt, now }: EventContext,
): EventPosition {
  if (isFuture(event.at, now)) return { refused: IN_THE_FUTURE };
  if (event.at < createdAt) return { refused: BEFORE_CREATION };
  if (event.code === 'pendiente_pago' && by !== 'restoration') return { refused: 'Ese estado no llega por un evento' };
  const later = history.findIndex((entry) => entry.at > event.at);
  const index = later < 0 ? history.length : later;
  const [before, after] = [history[index - 1], history[index]];
  const byProvider = by === 'provider' || by === 'correction';
  if (byProvider && before?.code === 'pendiente_pago' && event.code !== 'expirado') {
    return { refused: after ? 'En ese momento la orden no estaba pagada' : 'Falta pagar la orden' };
  }
  const fits = (!before || follows(before, event, direction)) && (!after || follows(event, after, direction));
  return fits
    ? { index }
    : { refused: rejectionReason(before, event, after, by === 'provider' ? 'Llegó tarde y no' : 'No') };
}

/**
 * Returns why a history can't lose the entry between two others: the later one doesn't follow the earlier one. Null if it does,
 * or if one of them is missing.
 */
export function gapRefusal(
  before: ShipmentHistoryEntry | undefined,
  after: ShipmentHistoryEntry | undefined,
  direction: Direction,
): string | null {
  if (!before || !after || follows(before, after, direction)) return null;
  return `Sin ese evento el envío no puede pasar de ${before.text} a ${after.text}`;
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
  not: string,
): string {
  if (before && after) return `${not} encaja entre ${before.text} y ${after.text}`;
  if (after) return `${not} encaja antes de ${after.text}`;
  if (before && isFinal(before)) return `El envío ya finalizó: ${before.text}`;
  return `No puede pasar de ${before?.text} a ${event.text}`;
}
