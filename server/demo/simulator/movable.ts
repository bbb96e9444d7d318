import { randomOf } from '#server/demo/random.ts';
import type { OperatorShipment } from '#shared/ops/shipments.ts';
import type { Holder } from './simulation.ts';
import { WAYS } from './ways.ts';

/** So many parcels that were made at the first start are under way at a time, in each account. */
const AT_ONCE = 2;

/**
 * Which of an account's labelled parcels move now: all that somebody has made since the first start, and of those made
 * then a few at a time, so that they last, without the examples.
 */
export function movable(parcels: readonly OperatorShipment[], holder: Holder): OperatorShipment[] {
  const { made } = holder;
  const known = parcels.filter(({ state_code }) => state_code !== null && state_code in WAYS);
  const moving = known.filter(({ state_at }) => Date.parse(state_at) >= made);
  const resting = known.filter(({ state_at }) => Date.parse(state_at) < made);
  const examples = new Set(longestInTheirStates(resting).filter((parcel) => isExample(parcel, holder)));
  const waiting = resting.filter((parcel) => !examples.has(parcel)).sort((a, b) => turn(a) - turn(b));
  const underWay = moving.filter(({ registered }) => Date.parse(registered) < made).length;
  return [...moving, ...waiting.slice(0, Math.max(0, AT_ONCE - underWay))];
}

function longestInTheirStates(parcels: readonly OperatorShipment[]): OperatorShipment[] {
  const sorted = parcels.toSorted((a, b) => Date.parse(a.state_at) - Date.parse(b.state_at));
  return sorted.filter(
    (parcel, index) => sorted.findIndex((other) => other.state_code === parcel.state_code) === index,
  );
}

const isExample = ({ shipment_id }: OperatorShipment, { examples }: Holder) =>
  randomOf(`example ${shipment_id}`).percent(examples);

/** Its place in the queue, the same at each look. */
const turn = ({ shipment_id }: OperatorShipment) => randomOf(`turn ${shipment_id}`).int(0, 1_000_000);
