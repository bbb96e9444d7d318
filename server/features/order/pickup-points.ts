import type { Trx } from '#server/db/connection.ts';
import { type PickupPoint, type PickupPointQuery, readNearestPoints } from './pickup-points.store.ts';

export type { PickupPoint, PickupPointQuery } from './pickup-points.store.ts';

/** Key of a wanted point among those found. */
export const pickupPointKey = ({ zip4, province }: PickupPointQuery) => `${province}${zip4}`;

/**
 * The active pickup point nearest to each postal code by its four digits (readings C44), within its province. A province
 * without an active point has none.
 *
 * @returns the points by `pickupPointKey` of what was wanted
 */
export async function nearestPickupPoints(
  trx: Trx,
  wanted: readonly PickupPointQuery[],
): Promise<Map<string, PickupPoint>> {
  const distinct = [...new Map(wanted.map((one) => [pickupPointKey(one), one])).values()];
  if (distinct.length === 0) return new Map();
  const rows = await readNearestPoints(trx, distinct);
  return new Map(rows.map(({ near, ...point }) => [pickupPointKey({ zip4: near, province: point.province }), point]));
}
