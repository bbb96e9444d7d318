import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

/** A place where a shipment of mode 2 waits for its receiver. */
interface StoredPoint {
  code: string;
  name: string;
  street: string;
  city: string;
  /** Letter of its province. */
  province: string;
  zip4: number;
  hours: string;
  /** Decimal degrees; null if unknown. */
  lat: number | null;
  lon: number | null;
}

/** A pickup point as an order stores it. */
export interface PickupPoint extends StoredPoint {
  /** Set if the sender chose the point: the order's address is then the point's, not the buyer's. */
  chosen?: true;
}

/** Search of a pickup point: the four postal digits that it should be near to, and the letter of the province. */
export interface PickupPointQuery {
  zip4: number;
  province: string;
}

const COLUMNS = 'code, name, street, city, province, zip4, hours, lat, lon';

const ASSIGNED: Statement<StoredPoint & { near: number }> = statement(
  'pickup-points.assigned',
  `SELECT wanted.zip4 AS near, p.*
   FROM unnest($1::integer[], $2::text[]) AS wanted (zip4, province), LATERAL (
     SELECT ${COLUMNS} FROM pickup_points
     WHERE active AND pickup_points.province = wanted.province
     ORDER BY abs(pickup_points.zip4 - wanted.zip4), id LIMIT 1) AS p`,
  { prepared: true },
);

/** Returns the nearest active point for each query, with the query's digits as `near`. */
export function readNearestPoints(
  trx: Trx,
  wanted: readonly PickupPointQuery[],
): Promise<(PickupPoint & { near: number })[]> {
  return run(trx, ASSIGNED, [wanted.map(({ zip4 }) => zip4), wanted.map(({ province }) => province)]);
}

const CHOSEN: Statement<StoredPoint & { active: boolean }> = statement(
  'pickup-points.chosen',
  `SELECT ${COLUMNS}, active FROM pickup_points WHERE code = ANY($1)`,
  { prepared: true },
);

/** Returns the points with the given codes, and whether they take new orders. */
export function readPoints(trx: Trx, codes: readonly string[]): Promise<(PickupPoint & { active: boolean })[]> {
  return run(trx, CHOSEN, [codes]);
}

/** Kilometres between a point `p` and an `origin` by the haversine formula; null if either has no coordinates. */
const KILOMETRES = `CASE WHEN p.lat IS NOT NULL AND origin.lat IS NOT NULL THEN
  2 * 6371 * asin(least(1, sqrt(sin(radians(p.lat - origin.lat) / 2) ^ 2
    + cos(radians(p.lat)) * cos(radians(origin.lat)) * sin(radians(p.lon - origin.lon) / 2) ^ 2))) END`;

const READ_POINTS_AROUND: Statement<PickupPoint & { distance_km: number | null }> = statement(
  'pickup-points.read-points-around',
  `WITH origin AS (
     SELECT avg(lat) AS lat, avg(lon) AS lon FROM pickup_points WHERE zip4 = $1 AND province = ANY($2)
   ), near AS (
     SELECT p.*, ${KILOMETRES} AS km FROM pickup_points p CROSS JOIN origin WHERE p.active
   )
   SELECT ${COLUMNS}, round(km::numeric, 1)::float8 AS distance_km FROM near
   WHERE km IS NOT NULL OR province = ANY($2)
   ORDER BY coalesce(km, CASE WHEN zip4 = $1 THEN 0 END), abs(zip4 - $1), id LIMIT $3`,
  { nullable: ['distance_km'] },
);

/**
 * Reads the active points nearest to a postal code: by distance from the middle of the code's points. Points of the
 * given provinces without a known distance follow, by the difference of their codes.
 */
export function readPointsAround(
  trx: Trx,
  { zip4, provinces, limit }: { zip4: number; provinces: readonly string[]; limit: number },
): Promise<(PickupPoint & { distance_km: number | null })[]> {
  return run(trx, READ_POINTS_AROUND, [zip4, provinces, limit]);
}
