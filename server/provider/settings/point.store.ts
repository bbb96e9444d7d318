import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import type { listPickupPoints, StaffPickupPoint } from '#shared/provider/staff-pickup-points.ts';

const COLUMNS = `code, name, street, city, province, lpad(zip4::text, 4, '0') AS zip_code, hours, lat, lon, active`;

/** Returns a query of pickup points by part of their code, name or city. */
export function pickupPointsMatching({ search, active }: QueryOf<typeof listPickupPoints>['filter']) {
  return {
    select: `SELECT ${COLUMNS} FROM pickup_points
      WHERE ($1::text IS NULL OR norm(concat_ws(E'\\n', code, name, city)) LIKE like_contains($1))
        AND ($2::boolean IS NULL OR active = $2)`,
    orderBy: 'code',
    values: [search ?? null, active ?? null],
  };
}

const LOCK_PICKUP_POINT: Statement<StaffPickupPoint> = statement(
  'point.lock-pickup-point',
  `SELECT ${COLUMNS} FROM pickup_points WHERE code = $1 FOR UPDATE`,
);

/** Reads a pickup point by code and locks it until the transaction ends; null if there is none. */
export async function lockPickupPoint(trx: Trx, code: string): Promise<StaffPickupPoint | null> {
  const [row] = await run(trx, LOCK_PICKUP_POINT, [code]);
  return row ?? null;
}

/** Inserts a pickup point, or replaces the one with its code. */
export async function upsertPickupPoint(trx: Trx, point: StaffPickupPoint): Promise<void> {
  const { code, name, street, city, province, zip_code, hours, lat, lon, active } = point;
  await execute(
    trx,
    `INSERT INTO pickup_points (code, name, street, city, province, zip4, hours, lat, lon, active)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, street = excluded.street, city = excluded.city,
       province = excluded.province, zip4 = excluded.zip4, hours = excluded.hours, lat = excluded.lat,
       lon = excluded.lon, active = excluded.active`,
    [code, name, street, city, province, Number(zip_code), hours, lat, lon, active],
  );
}
