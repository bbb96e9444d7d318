import { REASONS } from '#server/demo/non-delivery-reasons.ts';
import { type Random, seededRandom } from '#server/demo/seed/seeded-random.ts';
import { addWorkingTime, isWorkingTime, nextWorkingMorning } from '#server/demo/working-time.ts';
import type { ProviderApi } from '#server/platform/http/request/provider-api.ts';
import { localTime } from '#shared/kit/days.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { trackingIdOf } from '#shared/orders/rules/code/tracking-id.ts';
import { type DeliveryModeId, deliveryModeId, isFulfillmentMode } from '#shared/orders/rules/delivery-modes.ts';
import { provinceByName } from '#shared/orders/rules/place/provinces.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import {
  isShipmentStateCode,
  type ShipmentStateCode,
  shipmentState,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import { recordEvents, type ShipmentEvent } from '#shared/orders/staff-events.ts';
import type { MeasuredFields } from '#shared/orders/staff-measured-fields.ts';
import {
  clientShipments,
  MAX_SHIPMENTS_READ,
  readStaffShipment,
  type StaffShipment,
} from '#shared/orders/staff-shipments.ts';
import { type Shipment, SIMULATED_TRANSITIONS, type SimulatedTransition } from './simulated-transitions.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';

/** Most histories that are read, and most events that are sent, per round. */
const MAX_PER_ROUND = 100;

/** The next event of a shipment. */
interface Step {
  /** Index of the event in the shipment's history, from 0. */
  number: number;
  code: ShipmentStateCode;
  reason: string | null;
  /** Working time since the last event, in ms. */
  takes: number;
  /** Time of the event at speed 1, in ms since 1970, within the provider's working hours. */
  at: number;
}

/**
 * Chooses the next event of a shipment. Deterministic by label and history.
 *
 * @returns null for a shipment that is final, waits for its payment or is in an unknown state
 */
export function nextStep(shipment: Shipment): Step | null {
  const last = shipment.history.at(-1);
  const transitions = last?.code ? SIMULATED_TRANSITIONS[last.code] : undefined;
  if (!last || !transitions) return null;
  const number = shipment.history.length;
  const random = seededRandom(`step ${randomSeedKey(shipment)} ${number}`);
  const transition = transitions.find(
    ({ where, percent }) =>
      (where === undefined || where(shipment)) && (percent === undefined || random.percent(percent)),
  );
  if (!transition) return null;
  const [minHours, maxHours] = transition.hours;
  const takes = random.int(minHours * 60, maxHours * 60) * MINUTE_MS + random.int(0, 59) * 1000;
  const at = shiftToNextMorning(addWorkingTime(last.at, takes), transition, random);
  return { number, code: transition.to, reason: reasonOf(transition, random), takes, at };
}

/** Shipments of one order share a seed until they are collected, so that they are collected together. */
function randomSeedKey({ label, history }: Shipment): string {
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

/** Seeded shipments per account that move at the same time. */
const MAX_SEEDED_MOVING = 2;

/**
 * Returns the shipments of an account that move now: all shipments created since the seeding, and a few seeded ones at a
 * time, so that they last. Excludes the seeded shipments that stay as examples of their state.
 */
export function movableShipments(
  shipments: readonly StaffShipment[],
  simulatedAccount: SimulatedAccount,
): StaffShipment[] {
  const { seededAt } = simulatedAccount;
  const known = shipments.filter(({ state_code }) => state_code !== null && state_code in SIMULATED_TRANSITIONS);
  const moving = known.filter(({ state_at }) => Date.parse(state_at) >= seededAt);
  const untouched = known.filter(({ state_at }) => Date.parse(state_at) < seededAt);
  const examples = new Set(oldestPerState(untouched).filter((shipment) => isExample(shipment, simulatedAccount)));
  const waiting = untouched
    .filter((shipment) => !examples.has(shipment))
    .sort((a, b) => queuePosition(a) - queuePosition(b));
  const seededMoving = moving.filter(({ registered }) => Date.parse(registered) < seededAt).length;
  return [...moving, ...waiting.slice(0, Math.max(0, MAX_SEEDED_MOVING - seededMoving))];
}

function oldestPerState(shipments: readonly StaffShipment[]): StaffShipment[] {
  const sorted = shipments.toSorted((a, b) => Date.parse(a.state_at) - Date.parse(b.state_at));
  return sorted.filter(
    (shipment, index) => sorted.findIndex((other) => other.state_code === shipment.state_code) === index,
  );
}

const isExample = ({ shipment_id }: StaffShipment, { examplePercent }: SimulatedAccount) =>
  seededRandom(`example ${shipment_id}`).percent(examplePercent);

/** Returns a shipment's position in the queue, equal in each round. */
const queuePosition = ({ shipment_id }: StaffShipment) => seededRandom(`turn ${shipment_id}`).int(0, 1_000_000);

/** Next step by shipment and state; null if there is none or its event was sent. */
type Plans = Map<string, Step | null>;

/** Sends the due events of the accounts' shipments to the provider's API. */
export function createShipmentMover({
  api,
  clock,
  log,
  speed,
}: Simulation): (simulatedAccounts: readonly SimulatedAccount[]) => Promise<void> {
  let plans: Plans = new Map();

  /** Returns the shipments that have a next step. Keeps plans between rounds only for these shipments. */
  async function plan(
    simulatedAccounts: readonly SimulatedAccount[],
  ): Promise<{ shipment: StaffShipment; step: Step }[]> {
    const kept: Plans = new Map();
    const planned: { shipment: StaffShipment; step: Step }[] = [];
    let unread = MAX_PER_ROUND;
    for (const simulatedAccount of simulatedAccounts) {
      for (const shipment of movableShipments(await labelled(api, simulatedAccount), simulatedAccount)) {
        const known = plans.get(keyOf(shipment));
        if (known === undefined && unread-- <= 0) continue;
        const step = known === undefined ? nextStep(await readSimulated(api, shipment)) : known;
        kept.set(keyOf(shipment), step);
        if (step) planned.push({ shipment, step });
      }
    }
    plans = kept;
    return planned;
  }

  return async (simulatedAccounts) => {
    if (speed === 1 && !isWorkingTime(clock().getTime())) return;
    const planned = await plan(simulatedAccounts);
    const now = clock();
    const due = planned
      .filter(({ shipment, step }) => stepTime(shipment, step, speed) <= now.getTime())
      .slice(0, MAX_PER_ROUND);
    if (due.length === 0) return;
    const { results } = await api.call(recordEvents, {
      body: { events: due.map(({ shipment, step }) => eventOf(shipment, step, now)) },
    });
    // An event isn't sent again after any result. The shipment gets a new plan when it is in another state.
    due.forEach(({ shipment, step }, index) => {
      plans.set(keyOf(shipment), null);
      const { result, reason } = results[index] ?? {};
      const move = { shipment: shipment.shipment_id, from: shipment.state, to: step.code };
      if (result === 'refused') log.warn({ ...move, reason }, 'a simulated event was refused');
      else log.debug(move, 'the simulator moved a shipment');
    });
  };
}

const keyOf = ({ shipment_id, state, state_at }: StaffShipment) => `${shipment_id} ${state} ${state_at}`;

/** Returns when a step is due, in ms since 1970. At speeds above 1, evenings and weekends are skipped. */
function stepTime({ state_at }: StaffShipment, { at, takes }: Step, speed: number): number {
  return speed === 1 ? at : Date.parse(state_at) + takes / speed;
}

/**
 * Returns the shipments that aren't final and have a label. Shipments of new fulfillment orders count as labelled once the
 * warehouse prepares them, even if the client has not printed the label.
 */
async function labelled(api: ProviderApi, simulatedAccount: SimulatedAccount): Promise<StaffShipment[]> {
  const params = { clientId: simulatedAccount.clientId };
  const read = async (printed: '1' | '0') => {
    const query = { limit: MAX_SHIPMENTS_READ, filter: { live: '1', printed } };
    return (await api.call(clientShipments, { params, query })).results;
  };
  const byWarehouse = ({ delivery_mode, registered }: StaffShipment) =>
    isFulfillmentMode(deliveryModeId(delivery_mode.id) ?? 1) && Date.parse(registered) >= simulatedAccount.seededAt;
  const printed = await read('1');
  if (!simulatedAccount.hasStock) return printed;
  const prepared = (shipment: StaffShipment) => byWarehouse(shipment) && shipment.state_code !== 'registrado';
  return [
    ...printed.filter((shipment) => !byWarehouse(shipment) || prepared(shipment)),
    ...(await read('0')).filter(prepared),
  ];
}

async function readSimulated(api: ProviderApi, { shipment_id }: StaffShipment): Promise<Shipment> {
  const { results } = await api.call(readStaffShipment, { params: { label: shipment_id } });
  return {
    label: shipment_id,
    mode: deliveryModeId(results.delivery_mode.id) as DeliveryModeId,
    nearby: isSameRegion(results.sender_address.state, results.receiver.address_state),
    history: results.history.map(({ state_code, at, reason }) => ({
      code: state_code !== null && isShipmentStateCode(state_code) ? state_code : null,
      at: Date.parse(at),
      reason,
    })),
  };
}

/** Whether two provinces are one region: the same province, or Buenos Aires city and Buenos Aires province. */
function isSameRegion(one: string, other: string): boolean {
  const [from, to] = [one, other].map((name) => provinceByName(name)?.letter.replace('C', 'B'));
  return from !== undefined && from === to;
}

/**
 * Builds the event of a step. Its id is derived from the label and the step, so that sending it twice is idempotent.
 */
function eventOf({ shipment_id }: StaffShipment, { number, code, reason }: Step, now: Date): ShipmentEventInput {
  return {
    event_id: `simulador-${shipment_id}-${number}`,
    shipment_id,
    state: shipmentState(code).label,
    at: now.toISOString(),
    reason: reason ?? '',
  };
}

type ShipmentEventInput = Omit<ShipmentEvent, 'at' | keyof MeasuredFields> & { at: string };
