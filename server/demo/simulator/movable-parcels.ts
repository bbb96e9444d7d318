import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import type { OperatorShipment } from '#shared/orders/staff-shipments.ts';
import { SIMULATED_TRANSITIONS } from './simulated-transitions.ts';
import type { SimulatedAccount } from './simulation.ts';

/** Seeded parcels per account that move at the same time. */
const MAX_SEEDED_MOVING = 2;

/**
 * Returns the parcels of an account that move now: all parcels created since the seeding, and a few seeded ones at a
 * time, so that they last. Excludes the seeded parcels that stay as examples of their state.
 */
export function movableParcels(
  parcels: readonly OperatorShipment[],
  simulatedAccount: SimulatedAccount,
): OperatorShipment[] {
  const { seededAt } = simulatedAccount;
  const known = parcels.filter(({ state_code }) => state_code !== null && state_code in SIMULATED_TRANSITIONS);
  const moving = known.filter(({ state_at }) => Date.parse(state_at) >= seededAt);
  const untouched = known.filter(({ state_at }) => Date.parse(state_at) < seededAt);
  const examples = new Set(oldestPerState(untouched).filter((parcel) => isExample(parcel, simulatedAccount)));
  const waiting = untouched
    .filter((parcel) => !examples.has(parcel))
    .sort((a, b) => queuePosition(a) - queuePosition(b));
  const seededMoving = moving.filter(({ registered }) => Date.parse(registered) < seededAt).length;
  return [...moving, ...waiting.slice(0, Math.max(0, MAX_SEEDED_MOVING - seededMoving))];
}

function oldestPerState(parcels: readonly OperatorShipment[]): OperatorShipment[] {
  const sorted = parcels.toSorted((a, b) => Date.parse(a.state_at) - Date.parse(b.state_at));
  return sorted.filter(
    (parcel, index) => sorted.findIndex((other) => other.state_code === parcel.state_code) === index,
  );
}

const isExample = ({ shipment_id }: OperatorShipment, { examplePercent }: SimulatedAccount) =>
  seededRandom(`example ${shipment_id}`).percent(examplePercent);

/** Returns a parcel's position in the queue, equal in each round. */
const queuePosition = ({ shipment_id }: OperatorShipment) => seededRandom(`turn ${shipment_id}`).int(0, 1_000_000);
