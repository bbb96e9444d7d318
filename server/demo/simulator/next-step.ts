import { REASONS } from '#server/demo/non-delivery-reasons.ts';
import { type Random, seededRandom } from '#server/demo/seeded-random.ts';
import { addWorkingTime, nextWorkingMorning } from '#server/demo/working-time.ts';
import { localTime } from '#shared/days.ts';
import { isCollected } from '#shared/rules/collection.ts';
import type { ShipmentStateCode } from '#shared/rules/shipment-states.ts';
import { parseLabel } from '#shared/rules/tracking-id.ts';
import { type Parcel, SIMULATED_TRANSITIONS, type SimulatedTransition } from './simulated-transitions.ts';

const MINUTE = 60_000;

/** What happens next to a parcel. */
export interface Step {
  /** Which one of its life it is, from 0: the number of states that it has had. */
  number: number;
  code: ShipmentStateCode;
  reason: string | null;
  /** Working time since its last state, in ms. */
  takes: number;
  /** When it happens where days are as long as they are, in ms since 1970: within the provider's hours. */
  at: number;
}

/**
 * What happens next to a parcel and when; null when nothing does: it has ended, waits for its payment, or is in a state
 * that we don't know. The same history of the same label always goes on alike.
 */
export function nextStep(parcel: Parcel): Step | null {
  const last = parcel.history.at(-1);
  const ways = last?.code ? SIMULATED_TRANSITIONS[last.code] : undefined;
  if (!last || !ways) return null;
  const number = parcel.history.length;
  const random = seededRandom(`step ${randomSeedKey(parcel)} ${number}`);
  const way = ways.find(
    ({ where, percent }) =>
      (where === undefined || where(parcel)) && (percent === undefined || random.percent(percent)),
  );
  if (!way) return null;
  const [least, most] = way.hours;
  const takes = random.int(least * 60, most * 60) * MINUTE + random.int(0, 59) * 1000;
  const at = shiftToNextMorning(addWorkingTime(last.at, takes), way, random);
  return { number, code: way.to, reason: reasonOf(way, random), takes, at };
}

/** Parcels of one order are collected together; from there on each goes its own way. */
function randomSeedKey({ label, history }: Parcel): string {
  return isCollected(history.map(({ code }) => code)) ? label : (parseLabel(label)?.trackingId ?? label);
}

function shiftToNextMorning(at: number, { before }: SimulatedTransition, random: Random): number {
  const late = before !== undefined && Number(localTime(at).time.slice(0, 2)) >= before;
  return late ? nextWorkingMorning(at) + random.int(0, 90) * MINUTE : at;
}

function reasonOf({ to, reason }: SimulatedTransition, random: Random): string | null {
  const usual = REASONS[to];
  return reason ?? (usual ? random.pick(usual) : null);
}
