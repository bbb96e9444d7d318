import { isWorkingTime } from '#server/demo/working-time.ts';
import type { OperatorApi } from '#server/platform/http/operator-api.ts';
import { recordEvents, type ShipmentEvent } from '#shared/ops/events.ts';
import {
  clientShipments,
  MAX_SHIPMENTS_READ,
  type OperatorShipment,
  readOperatorShipment,
} from '#shared/ops/shipments.ts';
import { type DeliveryModeId, deliveryModeId, isFulfillmentMode } from '#shared/rules/delivery-modes.ts';
import { provinceByName } from '#shared/rules/provinces.ts';
import { isShipmentStateCode, shipmentState } from '#shared/rules/shipment-states.ts';
import { movableParcels } from './movable-parcels.ts';
import { nextStep, type Step } from './next-step.ts';
import type { Parcel } from './simulated-transitions.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';

/** Histories that are read and events that are sent in a round, at most. */
const MOST = 100;

/** By a parcel in a state: what happens to it next, or null when nothing does or it was told. */
type Plans = Map<string, Step | null>;

/** Moves the parcels of some accounts that are due, and tells the entry what happened to them. */
export function createParcelMover({
  entry,
  clock,
  log,
  speed,
}: Simulation): (simulatedAccounts: readonly SimulatedAccount[]) => Promise<void> {
  let plans: Plans = new Map();

  /** Parcels that are to move some time, with their plans; plans of others are forgotten. */
  async function plan(
    simulatedAccounts: readonly SimulatedAccount[],
  ): Promise<{ parcel: OperatorShipment; step: Step }[]> {
    const kept: Plans = new Map();
    const planned: { parcel: OperatorShipment; step: Step }[] = [];
    let unread = MOST;
    for (const simulatedAccount of simulatedAccounts) {
      for (const parcel of movableParcels(await labelled(entry, simulatedAccount), simulatedAccount)) {
        const known = plans.get(keyOf(parcel));
        if (known === undefined && unread-- <= 0) continue;
        const step = known === undefined ? nextStep(await readParcel(entry, parcel)) : known;
        kept.set(keyOf(parcel), step);
        if (step) planned.push({ parcel, step });
      }
    }
    plans = kept;
    return planned;
  }

  return async (simulatedAccounts) => {
    if (speed === 1 && !isWorkingTime(clock().getTime())) return;
    const planned = await plan(simulatedAccounts);
    const now = clock();
    const due = planned.filter(({ parcel, step }) => stepTime(parcel, step, speed) <= now.getTime()).slice(0, MOST);
    if (due.length === 0) return;
    const { results } = await entry.call(recordEvents, {
      body: { events: due.map(({ parcel, step }) => eventOf(parcel, step, now)) },
    });
    // Whatever was answered isn't told again; it goes on once the parcel is seen in another state.
    due.forEach(({ parcel, step }, index) => {
      plans.set(keyOf(parcel), null);
      const { result, reason } = results[index] ?? {};
      const told = { shipment: parcel.shipment_id, from: parcel.state, to: step.code };
      if (result === 'refused') log.warn({ ...told, reason }, 'the simulator was refused an event');
      else log.debug(told, 'the simulator moved a parcel');
    });
  };
}

const keyOf = ({ shipment_id, state, state_at }: OperatorShipment) => `${shipment_id} ${state} ${state_at}`;

/** When a step is due, in ms since 1970. Faster than in life, evenings and weekends are left out. */
function stepTime({ state_at }: OperatorShipment, { at, takes }: Step, speed: number): number {
  return speed === 1 ? at : Date.parse(state_at) + takes / speed;
}

/**
 * Without a label nothing is collected, and what has ended stays. The warehouse puts labels on what it prepares, whoever
 * prints; until then its parcels are left to it.
 */
async function labelled(entry: OperatorApi, simulatedAccount: SimulatedAccount): Promise<OperatorShipment[]> {
  const params = { clientId: simulatedAccount.clientId };
  const read = async (printed: '1' | '0') => {
    const query = { limit: MAX_SHIPMENTS_READ, filter: { live: '1', printed } };
    return (await entry.call(clientShipments, { params, query })).results;
  };
  const byWarehouse = ({ delivery_mode, registered }: OperatorShipment) =>
    isFulfillmentMode(deliveryModeId(delivery_mode.id) ?? 1) && Date.parse(registered) >= simulatedAccount.made;
  const printed = await read('1');
  if (!simulatedAccount.stocked) return printed;
  const prepared = (parcel: OperatorShipment) => byWarehouse(parcel) && parcel.state_code !== 'registrado';
  return [
    ...printed.filter((parcel) => !byWarehouse(parcel) || prepared(parcel)),
    ...(await read('0')).filter(prepared),
  ];
}

async function readParcel(entry: OperatorApi, { shipment_id }: OperatorShipment): Promise<Parcel> {
  const { results } = await entry.call(readOperatorShipment, { params: { label: shipment_id } });
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

/** One province, or the capital and the province around it. */
function isSameRegion(one: string, other: string): boolean {
  const [from, to] = [one, other].map((name) => provinceByName(name)?.letter.replace('C', 'B'));
  return from !== undefined && from === to;
}

/** Its id is made from the step alone: what is sent again after a crash, or by another node, is known by it. */
function eventOf({ shipment_id }: OperatorShipment, { number, code, reason }: Step, now: Date): ShipmentEventInput {
  return {
    event_id: `simulador-${shipment_id}-${number}`,
    shipment_id,
    state: shipmentState(code).label,
    at: now.toISOString(),
    reason: reason ?? '',
  };
}

type ShipmentEventInput = Omit<ShipmentEvent, 'at'> & { at: string };
