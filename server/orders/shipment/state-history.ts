import { localTime } from '#shared/kit/days.ts';
import { nonDeliveryReason } from '#shared/orders/rules/shipment/non-delivery-reasons.ts';
import {
  isShipmentStateCode,
  STAGES,
  type Stage,
  shipmentState,
  UNKNOWN_STATE_TEXT,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import type { StateHistory } from '#shared/orders/shipments.ts';

/** A recorded event of a shipment. */
export interface ShipmentEvent {
  label: string;
  at: Date;
  state: string;
  state_code: string | null;
  reason: string | null;
  /** When a correction superseded it; null for an event that decides. */
  corrected_at: Date | null;
}

/** Returns an event without free text, which may contain personal data: only states and reasons of our lists remain. */
export function publicEvent(event: ShipmentEvent): ShipmentEvent {
  const { state_code: code, reason } = event;
  const known = code !== null && isShipmentStateCode(code) ? shipmentState(code).label : null;
  return { ...event, state: known ?? UNKNOWN_STATE_TEXT, reason: nonDeliveryReason(reason) };
}

/** Formats a time as dd/mm/yyyy hh:mm in Buenos Aires (D1 §3). */
function since(at: Date): string {
  const { day, time } = localTime(at.getTime());
  return `${day.split('-').reverse().join('/')} ${time}`;
}

/**
 * Groups the events of shipments by stage (D1 §3 State history). Each shipment has one step per stage that it has been
 * in, in the order of STAGES (readings C44). An unknown state belongs to the stage of the event before it.
 *
 * @param events the oldest first
 */
export function stateHistory(labels: readonly string[], events: readonly ShipmentEvent[]): StateHistory {
  return {
    shippings: labels.map((label) =>
      shipping(
        label,
        events.filter((event) => event.label === label),
      ),
    ),
  };
}

type Shipping = StateHistory['shippings'][number];

function shipping(label: string, events: readonly ShipmentEvent[]): Shipping {
  let stage: Stage = STAGES[0];
  const staged = events.map(({ at, state, state_code, reason, corrected_at }) => {
    const known = state_code !== null && isShipmentStateCode(state_code) ? shipmentState(state_code).stage : stage;
    if (corrected_at === null) stage = known;
    return {
      stage: known,
      state: {
        desde: since(at),
        state,
        reason: reason === null ? null : { description: reason },
        corrected: corrected_at && since(corrected_at),
      },
    };
  });
  const steps = STAGES.map((name) => ({
    name,
    states: staged.filter((entry) => entry.stage === name).map(({ state }) => state),
  }));
  return { shipment_id: label, steps: steps.filter(({ states }) => states.length > 0) };
}
