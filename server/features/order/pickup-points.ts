import type { Trx } from '#server/db/connection.ts';
import { type PickupPoint, type PickupPointQuery, readNearestPoints } from './pickup-points.store.ts';

export type { PickupPoint, PickupPointQuery } from './pickup-points.store.ts';

/** Returns the key of a query in the result of `nearestPickupPoints`. */
export const pickupPointKey = ({ zip4, province }: PickupPointQuery) => `${province}${zip4}`;

/**
 * Finds the active pickup point of the same province whose four postal digits are numerically closest (readings C44).
 *
 * @returns the points by `pickupPointKey`; a query in a province without active points has no entry
 */
export async function nearestPickupPoints(
  trx: Trx,
  queries: readonly PickupPointQuery[],
): Promise<Map<string, PickupPoint>> {
  const distinct = [...new Map(queries.map((query) => [pickupPointKey(query), query])).values()];
  if (distinct.length === 0) return new Map();
  const rows = await readNearestPoints(trx, distinct);
  return new Map(rows.map(({ near, ...point }) => [pickupPointKey({ zip4: near, province: point.province }), point]));
}
