import { parseWireDate } from '#shared/kit/wire-date.ts';
import { directionOf } from '#shared/orders/rules/delivery-modes.ts';
import {
  clampToCreation,
  type EventOrigin,
  findEventPosition,
  type ShipmentHistoryEntry,
} from '#shared/orders/rules/shipment/event-position.ts';
import {
  FINAL_STATES,
  parseShipmentState,
  SHIPMENT_STATES,
  type ShipmentStateCode,
  shipmentState,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import type { StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';

export type HistoryEvent = StaffShipmentHistory['history'][number];

const msOf = (text: string) => parseWireDate(text)?.ms ?? 0;

/** An event that somebody is about to send. */
interface Draft {
  code: ShipmentStateCode;
  /** ms since 1970. */
  at: number;
  by: Extract<EventOrigin, 'provider' | 'correction'>;
  /** Event that a correction supersedes. */
  wrong?: HistoryEvent | undefined;
}

/**
 * Returns why the server would refuse an event, by the rule that it applies itself; null for an event that fits. Other reasons, such as
 * stock that was moved since, are known only by the server.
 */
export function eventRefusal(
  shipment: StaffShipmentHistory,
  { code, at, by, wrong }: Draft,
  now = Date.now(),
): string | null {
  const history = shipment.history
    .filter((event) => !event.superseded && event !== wrong)
    .map(
      (event): ShipmentHistoryEntry => ({ ...parseShipmentState(event.state), at: msOf(event.at), text: event.state }),
    );
  const createdAt = msOf(shipment.registered);
  const entry = { code, at: clampToCreation(at, createdAt), text: shipmentState(code).label };
  const context = { direction: directionOf(Number(shipment.delivery_mode.id)), by, createdAt, now };
  const position = findEventPosition(history, entry, context);
  return 'refused' in position ? position.refused : null;
}

/** Returns why no event follows the history of a shipment; null while it hasn't ended. */
export function endedReason({ state, state_code }: StaffShipmentHistory): string | null {
  const hasEnded = FINAL_STATES.some((code) => code === state_code);
  return hasEnded ? `El envío ya finalizó: ${state}. Un evento anterior se registra en Eventos.` : null;
}

/** Returns the states that fit at a time, in the order of a shipment's life. */
export const fittingStates = (shipment: StaffShipmentHistory, draft: Omit<Draft, 'code'>) =>
  SHIPMENT_STATES.filter(({ code }) => eventRefusal(shipment, { ...draft, code }) === null);
