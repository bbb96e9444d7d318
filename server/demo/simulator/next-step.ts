import { REASONS } from '#server/demo/non-delivery-reasons.ts';
import { type Random, seededRandom } from '#server/demo/seed/seeded-random.ts';
import { addWorkingTime, nextWorkingMorning } from '#server/demo/working-time.ts';
import { localTime } from '#shared/kit/days.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { trackingIdOf } from '#shared/orders/rules/code/tracking-id.ts';
import { isCollected } from '#shared/orders/rules/parcel/collection.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/parcel/shipment-states.ts';
import { type Parcel, SIMULATED_TRANSITIONS, type SimulatedTransition } from './simulated-transitions.ts';

/** The next event of a parcel. */
export interface Step {
  /** Index of the event in the parcel's history, from 0. */
  number: number;
  code: ShipmentStateCode;
  reason: string | null;
  /** Working time since the last event, in ms. */
  takes: number;
  /** Time of the event at speed 1, in ms since 1970, within the provider's working hours. */
  at: number;
}

/**
 * Chooses the next event of a parcel. Deterministic by label and history.
 *
 * @returns null for a parcel that is final, waits for its payment or is in an unknown state
 */
export function nextStep(parcel: Parcel): Step | null {
  const last = parcel.history.at(-1);
  const transitions = last?.code ? SIMULATED_TRANSITIONS[last.code] : undefined;
  if (!last || !transitions) return null;
  const number = parcel.history.length;
  const random = seededRandom(`step ${randomSeedKey(parcel)} ${number}`);
  const transition = transitions.find(
    ({ where, percent }) =>
      (where === undefined || where(parcel)) && (percent === undefined || random.percent(percent)),
  );
  if (!transition) return null;
  const [minHours, maxHours] = transition.hours;
  const takes = random.int(minHours * 60, maxHours * 60) * MINUTE_MS + random.int(0, 59) * 1000;
  const at = shiftToNextMorning(addWorkingTime(last.at, takes), transition, random);
  return { number, code: transition.to, reason: reasonOf(transition, random), takes, at };
}

/** Parcels of one order share a seed until they are collected, so that they are collected together. */
function randomSeedKey({ label, history }: Parcel): string {
  return isCollected(history.map(({ code }) => code)) ? label : trackingIdOf(label);
}

function shiftToNextMorning(at: number, { before }: SimulatedTransition, random: Random): number {
  const late = before !== undefined && Number(localTime(at).time.slice(0, 2)) >= before;
  return late ? nextWorkingMorning(at) + random.int(0, 90) * MINUTE_MS : at;
}

function reasonOf({ to, reason }: SimulatedTransition, random: Random): string | null {
  const usual = REASONS[to];
  return reason ?? (usual ? random.pick(usual) : null);
}
