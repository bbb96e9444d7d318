import type { ValidTariff } from '#server/money/rate/tariff.ts';
import { orderFlags, shipmentFlags } from '#server/orders/domain/flags/order-flags.ts';
import { toPackage } from '#server/orders/domain/package-columns.ts';
import type { PickupPoint } from '#server/orders/order/pickup-points.ts';
import { localDay } from '#shared/kit/days.ts';
import { quote } from '#shared/money/rules/tariff.ts';
import type { NewOrder } from '#shared/orders/new-order.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { type DeliveryModeId, firstShipmentState } from '#shared/orders/rules/delivery-modes.ts';
import type { OrderFacts, ShipmentFacts } from '#shared/orders/rules/order-actions.ts';
import { provinceColumns, type ResolvedProvince } from '#shared/orders/rules/place/zip-province.ts';
import { shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { type Calendar, deliveryWindow } from '#shared/provider/rules/working-days.ts';
import type { PackageContents } from './order-contents.ts';
import type { OrderToInsert, PickupAddress } from './order-create.store.ts';

/** Validated input of a new order. */
export interface OrderParts {
  order: Pick<NewOrder, 'order_id' | 'sender_name' | 'receiver'>;
  /** Returns the next unused id for a row. */
  nextId: () => number;
  trackingId: string;
  mode: DeliveryModeId;
  /** Province of the receiver's postal code. */
  place: ResolvedProvince;
  packages: readonly PackageContents[];
  address: PickupAddress;
  point: PickupPoint | null;
  tariff: ValidTariff;
  calendar: Calendar;
  /** Whether the client pays before sending. The order keeps the value if the client's flag changes (readings C41). */
  prepaid: boolean;
  now: Date;
}

/**
 * Builds the rows of a new order: first states (readings C39), flags by the shared rules, and the price by today's
 * tariff. Each shipment stores its share of the price, so that the shares add up to the total. The delivery window
 * counts from the day of creation until a shipment is collected.
 *
 * @returns null if the tariff doesn't cover the province
 */
export function composeOrder(parts: OrderParts): OrderToInsert | null {
  const { order, nextId, trackingId, mode, place, packages, prepaid, tariff, calendar, now } = parts;
  const price = quote(tariff.terms, place.province.letter, packages.map(toPackage));
  if (!price) return null;
  const first = shipmentState(firstShipmentState({ mode, prepaid, paid: false }));
  const initialState: ShipmentFacts = {
    stateCode: first.code,
    stateText: first.label,
    returnRequested: false,
    printed: false,
  };
  const facts: OrderFacts = {
    prepaid,
    paid: false,
    openMerchantOrder: null,
    approvedPayment: false,
    modificationPending: false,
    incidentClosed: false,
    shipments: packages.map(() => initialState),
  };
  const { address: receiverAddress, ...receiver } = order.receiver;
  const { id: pickup_address_id, active: _active, main: _main, ...sender_address } = parts.address;
  const window = deliveryWindow(localDay(now), price, calendar);
  return {
    id: nextId(),
    tracking_id: trackingId,
    order_id: order.order_id,
    delivery_mode: mode,
    sender_name: order.sender_name,
    ...receiver,
    ...receiverAddress,
    ...provinceColumns(receiverAddress, place),
    pickup_address_id,
    sender_address,
    pickup_point: parts.point,
    tariff_id: tariff.id,
    prepaid,
    rate_cents: price.totalCents,
    estimated_min: window.min,
    estimated_max: window.max,
    quoted_min_days: price.minDays,
    quoted_max_days: price.maxDays,
    created_at: now,
    ...orderFlags(facts),
    shipments: packages.map((contents, index) => ({
      ...contents,
      ...shipmentFlags(initialState, facts),
      id: nextId(),
      event_id: nextId(),
      label: labelOf(trackingId, index + 1),
      n: index + 1,
      state: first.label,
      state_code: first.code,
      cost_cents: price.packages[index]?.totalCents ?? 0,
    })),
  };
}
