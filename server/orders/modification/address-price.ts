import type { Trx } from '#server/db/connection.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { toPackage } from '#server/orders/domain/package-columns.ts';
import { nearestPickupPoints, type PickupPoint, pickupPointKey } from '#server/orders/order/pickup-points.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { PRICE_TOO_LARGE } from '#shared/kit/amount.ts';
import { localDay } from '#shared/kit/days.ts';
import type { Failure } from '#shared/kit/http/failure.ts';
import { type QuotedPackage, quote, type Tariff, type TariffZone, zoneOf } from '#shared/money/rules/tariff.ts';
import { PICKUP_POINT_MODE } from '#shared/orders/rules/delivery-modes.ts';
import type { ResolvedProvince } from '#shared/orders/rules/place/zip-province.ts';
import { measuredAdjustment } from '#shared/orders/rules/shipment/measurement.ts';
import { deliveryWindow } from '#shared/provider/rules/working-days.ts';
import { type PricedOrder, type PricedShipment, pricedOrder } from './address-price.store.ts';

/**
 * Cost of a shipment that isn't final, in cents, including adjustments: at the current and at the new address. The
 * amount for its measured weight and size is separate, because it is recomputed for each address.
 */
export interface ShipmentPrice {
  id: number;
  before: number;
  after: number;
  measuredBefore: number;
  measuredAfter: number;
}

/** A new destination and the values that depend on it. */
export interface NewDestination {
  place: ResolvedProvince;
  /** Pickup point in mode 2; null in other modes. */
  point: PickupPoint | null;
  /** Delivery window by the days of the new zone, `YYYY-MM-DD`. */
  window: { min: string; max: string };
  /** Days of delivery of the new zone. */
  days: Pick<TariffZone, 'minDays' | 'maxDays'>;
}

/** Costs of an order's shipments at the current and at the new address. */
export interface AddressPrice {
  /** Null if postal code, province and chosen pickup point don't change. */
  destination: NewDestination | null;
  shipments: ShipmentPrice[];
}

/**
 * Prices a new address by the tariff that the order was created with (readings C49). Within one zone shipments keep
 * their prices, because prices of imported orders don't come from a tariff.
 *
 * @param place the new province; null if the destination doesn't change
 * @param zip4 four digits of the new postal code
 * @param point the chosen pickup point; null assigns the nearest one in mode 2
 * @throws Failure 422 with `errors` for a province without a tariff zone or, in mode 2, without a pickup point, and for a price that is too
 *   large to be exact
 */
export async function priceAddress(
  trx: Trx,
  clientId: number,
  orderId: number,
  { place, zip4, point }: { place: ResolvedProvince | null; zip4: number; point: PickupPoint | null },
): Promise<AddressPrice> {
  const { order, shipments } = await pricedOrder(trx, clientId, orderId);
  const unchanged = shipments.map((shipment) => ({
    id: shipment.id,
    before: currentCost(shipment),
    after: currentCost(shipment),
    measuredBefore: shipment.measured_adjustment_cents,
    measuredAfter: shipment.measured_adjustment_cents,
  }));
  if (!place) return { destination: null, shipments: unchanged };
  const zone = zoneOf(order.terms, place.province.letter);
  if (!zone) throw refused('address_state', 'No llegamos a esa provincia');
  const destination: NewDestination = {
    place,
    point: point ?? (await findPickupPointFor(trx, order, place, zip4)),
    window: deliveryWindow(localDay(order.created_at), zone, await readCalendar(trx)),
    days: zone,
  };
  if (order.province !== null && zoneOf(order.terms, order.province) === zone)
    return { destination, shipments: unchanged };
  const { letter } = place.province;
  const costs = quotedCents(order.terms, letter, shipments.map(toPackage));
  const moved = shipments.map((shipment, index) => ({
    after: costs[index] ?? 0,
    measuredAfter: measuredCents(order.terms, letter, shipment),
  }));
  return { destination, shipments: unchanged.map((shipment, index) => ({ ...shipment, ...moved[index] })) };
}

/**
 * Returns the amount that a shipment's measurement adds to its cost at a destination.
 *
 * @throws Failure 422 for a price that is too large
 */
function measuredCents(tariff: Tariff, province: string, shipment: PricedShipment): number {
  if (shipment.measured_waits) return shipment.measured_adjustment_cents;
  const cents = measuredAdjustment(tariff, province, toPackage(shipment), shipment.measured);
  if (cents === null) throw refused('address_state', PRICE_TOO_LARGE);
  return cents;
}

const currentCost = ({ cost_cents, adjustment_cents }: PricedShipment) => cost_cents + adjustment_cents;

function quotedCents(tariff: Tariff, province: string, packages: readonly QuotedPackage[]): number[] {
  const quoted = quote(tariff, province, packages);
  if (!quoted) throw refused('address_state', PRICE_TOO_LARGE);
  return quoted.packages.map(({ totalCents }) => totalCents);
}

async function findPickupPointFor(
  trx: Trx,
  { delivery_mode }: PricedOrder,
  { province }: ResolvedProvince,
  zip4: number,
): Promise<PickupPoint | null> {
  if (delivery_mode !== PICKUP_POINT_MODE) return null;
  const near = { zip4, province: province.letter };
  const point = (await nearestPickupPoints(trx, [near])).get(pickupPointKey(near));
  if (!point) throw refused('address_zip_code', `No hay puntos de retiro en ${province.name}`);
  return point;
}

function refused(field: string, message: string): Failure {
  return refusedField(`receiver.${field}`, message);
}

/** Sums the costs before and after the change, in cents. */
export const totalCosts = (shipments: readonly ShipmentPrice[]): { before: number; after: number } => ({
  before: shipments.reduce((sum, { before, measuredBefore }) => sum + before + measuredBefore, 0),
  after: shipments.reduce((sum, { after, measuredAfter }) => sum + after + measuredAfter, 0),
});
