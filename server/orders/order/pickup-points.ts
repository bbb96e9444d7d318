import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { findListedZips } from '#server/provider/zip-code/listed-zips.ts';
import { MAX_NEAREST_POINTS, type NearPoint } from '#shared/orders/pickup-points.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { zipProvinces } from '#shared/orders/rules/place/zip-province.ts';
import {
  type PickupPoint,
  type PickupPointQuery,
  readNearestPoints,
  readPoints,
  readPointsAround,
} from './pickup-points.store.ts';

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

/** Points that senders chose, by code in upper case; also inactive ones. */
export type ChosenPoints = ReadonlyMap<string, PickupPoint & { active: boolean }>;

/** Reads the points with these codes, in any case. */
export async function readChosenPoints(trx: Trx, codes: readonly string[]): Promise<ChosenPoints> {
  const distinct = [...new Set(codes.map((code) => code.toUpperCase()))];
  if (distinct.length === 0) return new Map();
  return new Map((await readPoints(trx, distinct)).map((point) => [point.code, point]));
}

/** Returns the chosen point as an order stores it, or why the shipment can't go there. */
export function choosePoint(
  points: ChosenPoints,
  code: string,
): (PickupPoint & { chosen: true }) | { problem: string } {
  const found = points.get(code.toUpperCase());
  if (!found) return { problem: `No hay un punto de retiro con el código ${code}: elegí otro` };
  const { active, ...point } = found;
  if (!active) return { problem: `${point.name} ya no recibe envíos: elegí otro punto de retiro` };
  return { ...point, chosen: true };
}

/** Lists the active points that are nearest to a valid postal code, for a sender to choose from. */
export async function listNearestPoints({ db }: Pick<Deps, 'db'>, zipCode: string): Promise<NearPoint[]> {
  const zip = parseZip(zipCode);
  if (!zip) return [];
  const points = await db.withoutClient(async (trx) => {
    const listed = (await findListedZips(trx, [{ zip_code: zipCode }])).get(zip.digits);
    const provinces = zipProvinces(zip, listed);
    return readPointsAround(trx, { zip4: Number(zip.digits), provinces, limit: MAX_NEAREST_POINTS });
  });
  return points.map(({ zip4, province, ...point }) => ({
    ...point,
    zip_code: String(zip4),
    province: provinceByLetter(province)?.name ?? '',
  }));
}
