import type { Trx } from '#server/db/connection.ts';
import { choosePoint, type PickupPoint, readChosenPoints } from '#server/orders/order/pickup-points.ts';
import { pointAddress } from '#server/orders/order/point-address.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { PICKUP_POINT_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import type { ResolvedProvince } from '#shared/orders/rules/place/zip-province.ts';
import { NO_POINT_IN_MODE } from '#shared/orders/rules/validate-new-order.ts';
import type { EditedReceiver } from './modification.store.ts';

/** A pickup point that the sender chose, with its province. */
export interface ChosenDestination {
  point: PickupPoint;
  place: ResolvedProvince;
}

/**
 * Finds the pickup point that an edit names; null for a code `''`.
 *
 * @throws Failure 422 at `pickup_point_code` for an unknown or inactive point, and for an order of another delivery mode
 */
export async function findChosenPoint(trx: Trx, mode: number, code: string): Promise<ChosenDestination | null> {
  if (code === '') return null;
  if (mode !== PICKUP_POINT_MODE) throw refusedPoint(NO_POINT_IN_MODE);
  const point = choosePoint(await readChosenPoints(trx, [code]), code);
  if ('problem' in point) throw refusedPoint(point.problem);
  const province = provinceByLetter(point.province);
  if (!province) throw new Error(`pickup point ${point.code} has no province`);
  return { point, place: { province, zip_code: String(point.zip4), unlisted: false } };
}

/** Returns a Failure of the field that names the pickup point. */
export const refusedPoint = (message: string) => refusedField('pickup_point_code', message);

/** Returns the receiver at the address of a chosen pickup point. */
export function receiverAt({ point }: ChosenDestination, receiver: EditedReceiver): EditedReceiver {
  const { between_1: _, between_2: __, other_info: ___, ...address } = pointAddress(point);
  const edited = Object.entries(address).map(([part, value]) => [`address_${part}`, value]);
  return { ...receiver, ...Object.fromEntries(edited), address_longitude: null, address_latitude: null };
}
