import { prepared, run, type Trx } from '#server/db/connection.ts';

/** Where a parcel of mode 2 waits for its receiver. */
export interface PickupPoint {
  code: string;
  name: string;
  street: string;
  city: string;
  /** Letter of its province. */
  province: string;
  zip4: number;
}

/** Where a pickup point is looked for: near four digits, within the province of a letter. */
export interface PointWanted {
  zip4: number;
  province: string;
}

/** Key of a wanted point among those found. */
export const pointKey = ({ zip4, province }: PointWanted) => `${province}${zip4}`;

const POINTS = prepared(
  'order_pickup_points',
  `SELECT wanted.zip4 AS near, p.code, p.name, p.street, p.city, p.province, p.zip4
   FROM unnest($1::integer[], $2::text[]) AS wanted (zip4, province), LATERAL (
     SELECT code, name, street, city, province, zip4 FROM pickup_points
     WHERE active AND pickup_points.province = wanted.province
     ORDER BY abs(pickup_points.zip4 - wanted.zip4), id LIMIT 1) AS p`,
);

/**
 * The active pickup point nearest to each postal code by its four digits (readings C44), within its province. A province
 * without an active point has none.
 *
 * @returns the points by `pointKey` of what was wanted
 */
export async function nearestPickupPoints(trx: Trx, wanted: readonly PointWanted[]): Promise<Map<string, PickupPoint>> {
  const distinct = [...new Map(wanted.map((one) => [pointKey(one), one])).values()];
  if (distinct.length === 0) return new Map();
  const rows = await run<PickupPoint & { near: number }>(trx, POINTS, [
    distinct.map(({ zip4 }) => zip4),
    distinct.map(({ province }) => province),
  ]);
  return new Map(rows.map(({ near, ...point }) => [pointKey({ zip4: near, province: point.province }), point]));
}
