import { isWorkingTime } from '#server/demo/working-time.ts';
import type { OperatorApi } from '#server/platform/http/request/operator-api.ts';
import { type DeliveryModeId, deliveryModeId, isFulfillmentMode } from '#shared/orders/rules/delivery-modes.ts';
import { isShipmentStateCode, shipmentState } from '#shared/orders/rules/parcel/shipment-states.ts';
import { provinceByName } from '#shared/orders/rules/place/provinces.ts';
import { recordEvents, type ShipmentEvent } from '#shared/orders/staff-events.ts';
import type { MeasuredFields } from '#shared/orders/staff-measured-fields.ts';
import {
  clientShipments,
  MAX_SHIPMENTS_READ,
  type OperatorShipment,
  readOperatorShipment,
} from '#shared/orders/staff-shipments.ts';
import { movableParcels } from './movable-parcels.ts';
import { nextStep, type Step } from './next-step.ts';
import type { Parcel } from './simulated-transitions.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';

/** Most histories that are read, and most events that are sent, per round. */
const MAX_PER_ROUND = 100;

/** Next step by parcel and state; null if there is none or its event was sent. */
type Plans = Map<string, Step | null>;

/** Sends the due events of the accounts' parcels to the operator API. */
export function createParcelMover({
  api,
  clock,
  log,
  speed,
}: Simulation): (simulatedAccounts: readonly SimulatedAccount[]) => Promise<void> {
  let plans: Plans = new Map();

  /** Returns the parcels that have a next step. Keeps plans between rounds only for these parcels. */
  async function plan(
    simulatedAccounts: readonly SimulatedAccount[],
  ): Promise<{ parcel: OperatorShipment; step: Step }[]> {
    const kept: Plans = new Map();
    const planned: { parcel: OperatorShipment; step: Step }[] = [];
    let unread = MAX_PER_ROUND;
    for (const simulatedAccount of simulatedAccounts) {
      for (const parcel of movableParcels(await labelled(api, simulatedAccount), simulatedAccount)) {
        const known = plans.get(keyOf(parcel));
        if (known === undefined && unread-- <= 0) continue;
        const step = known === undefined ? nextStep(await readParcel(api, parcel)) : known;
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
    const due = planned
      .filter(({ parcel, step }) => stepTime(parcel, step, speed) <= now.getTime())
      .slice(0, MAX_PER_ROUND);
    if (due.length === 0) return;
    const { results } = await api.call(recordEvents, {
      body: { events: due.map(({ parcel, step }) => eventOf(parcel, step, now)) },
    });
    // An event isn't sent again after any result. The parcel gets a new plan when it is in another state.
    due.forEach(({ parcel, step }, index) => {
      plans.set(keyOf(parcel), null);
      const { result, reason } = results[index] ?? {};
      const move = { shipment: parcel.shipment_id, from: parcel.state, to: step.code };
      if (result === 'refused') log.warn({ ...move, reason }, 'a simulated event was refused');
      else log.debug(move, 'the simulator moved a parcel');
    });
  };
}

const keyOf = ({ shipment_id, state, state_at }: OperatorShipment) => `${shipment_id} ${state} ${state_at}`;

/** Returns when a step is due, in ms since 1970. At speeds above 1, evenings and weekends are skipped. */
function stepTime({ state_at }: OperatorShipment, { at, takes }: Step, speed: number): number {
  return speed === 1 ? at : Date.parse(state_at) + takes / speed;
}

/**
 * Returns the parcels that aren't final and have a label. Parcels of new fulfillment orders count as labelled once the
 * warehouse prepares them, even if the client has not printed the label.
 */
async function labelled(api: OperatorApi, simulatedAccount: SimulatedAccount): Promise<OperatorShipment[]> {
  const params = { clientId: simulatedAccount.clientId };
  const read = async (printed: '1' | '0') => {
    const query = { limit: MAX_SHIPMENTS_READ, filter: { live: '1', printed } };
    return (await api.call(clientShipments, { params, query })).results;
  };
  const byWarehouse = ({ delivery_mode, registered }: OperatorShipment) =>
    isFulfillmentMode(deliveryModeId(delivery_mode.id) ?? 1) && Date.parse(registered) >= simulatedAccount.seededAt;
  const printed = await read('1');
  if (!simulatedAccount.hasStock) return printed;
  const prepared = (parcel: OperatorShipment) => byWarehouse(parcel) && parcel.state_code !== 'registrado';
  return [
    ...printed.filter((parcel) => !byWarehouse(parcel) || prepared(parcel)),
    ...(await read('0')).filter(prepared),
  ];
}

async function readParcel(api: OperatorApi, { shipment_id }: OperatorShipment): Promise<Parcel> {
  const { results } = await api.call(readOperatorShipment, { params: { label: shipment_id } });
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
function eventOf({ shipment_id }: OperatorShipment, { number, code, reason }: Step, now: Date): ShipmentEventInput {
  return {
    event_id: `simulador-${shipment_id}-${number}`,
    shipment_id,
    state: shipmentState(code).label,
    at: now.toISOString(),
    reason: reason ?? '',
  };
}

type ShipmentEventInput = Omit<ShipmentEvent, 'at' | keyof MeasuredFields> & { at: string };
