import { seededRandom } from '#server/demo/seeded-random.ts';
import type { OperatorShipment } from '#shared/ops/shipments.ts';
import { SIMULATED_TRANSITIONS } from './simulated-transitions.ts';
import type { SimulatedAccount } from './simulation.ts';

/** So many parcels that were made at the first start are under way at a time, in each account. */
const AT_ONCE = 2;

/**
 * Which of an account's labelled parcels move now: all that somebody has made since the first start, and of those made
 * then a few at a time, so that they last, without the examples.
 */
export function movableParcels(
  parcels: readonly OperatorShipment[],
  simulatedAccount: SimulatedAccount,
): OperatorShipment[] {
  const { made } = simulatedAccount;
  const known = parcels.filter(({ state_code }) => state_code !== null && state_code in SIMULATED_TRANSITIONS);
  const moving = known.filter(({ state_at }) => Date.parse(state_at) >= made);
  const resting = known.filter(({ state_at }) => Date.parse(state_at) < made);
  const examples = new Set(oldestPerState(resting).filter((parcel) => isExample(parcel, simulatedAccount)));
  const waiting = resting.filter((parcel) => !examples.has(parcel)).sort((a, b) => queuePosition(a) - queuePosition(b));
  const underWay = moving.filter(({ registered }) => Date.parse(registered) < made).length;
  return [...moving, ...waiting.slice(0, Math.max(0, AT_ONCE - underWay))];
}

function oldestPerState(parcels: readonly OperatorShipment[]): OperatorShipment[] {
  const sorted = parcels.toSorted((a, b) => Date.parse(a.state_at) - Date.parse(b.state_at));
  return sorted.filter(
    (parcel, index) => sorted.findIndex((other) => other.state_code === parcel.state_code) === index,
  );
}

const isExample = ({ shipment_id }: OperatorShipment, { examples }: SimulatedAccount) =>
  seededRandom(`example ${shipment_id}`).percent(examples);

/** Its place in the queue, the same at each look. */
const queuePosition = ({ shipment_id }: OperatorShipment) => seededRandom(`turn ${shipment_id}`).int(0, 1_000_000);
