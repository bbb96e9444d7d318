import { prepared, run, type Trx } from '#server/db/connection.ts';

/** A place where a parcel of mode 2 waits for its receiver. */
export interface PickupPoint {
  code: string;
  name: string;
  street: string;
  city: string;
  /** Letter of its province. */
  province: string;
  zip4: number;
}

/** Search of a pickup point: the four postal digits that it should be near to, and the letter of the province. */
export interface PickupPointQuery {
  zip4: number;
  province: string;
}

const POINTS = prepared(
  'order_pickup_points',
  `SELECT wanted.zip4 AS near, p.code, p.name, p.street, p.city, p.province, p.zip4
   FROM unnest($1::integer[], $2::text[]) AS wanted (zip4, province), LATERAL (
     SELECT code, name, street, city, province, zip4 FROM pickup_points
     WHERE active AND pickup_points.province = wanted.province
     ORDER BY abs(pickup_points.zip4 - wanted.zip4), id LIMIT 1) AS p`,
);

/** Returns the nearest active point for each query, with the query's digits as `near`. */
export function readNearestPoints(
  trx: Trx,
  wanted: readonly PickupPointQuery[],
): Promise<(PickupPoint & { near: number })[]> {
  return run<PickupPoint & { near: number }>(trx, POINTS, [
    wanted.map(({ zip4 }) => zip4),
    wanted.map(({ province }) => province),
  ]);
}
