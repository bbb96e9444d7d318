import type { CallInput } from '#shared/http/endpoint.ts';
import type { createOrder } from '#shared/orders/new-order.ts';
import { NOT_INFORMED } from '#shared/orders/orders.ts';
import type { ParsedOrder } from './order-schema.ts';

export type OrderBody = NonNullable<CallInput<typeof createOrder>['body']>;

/** Item of a shipment without items (D1 §3, readings C21). */
const placeholder = { sku: NOT_INFORMED, item: NOT_INFORMED, quantity: 1 };

/** Returns the payload of D1 §3; for a chosen pickup point with its code and without an address. */
export function orderPayload(order: ParsedOrder, pickupAddressId: number | null): OrderBody {
  const { address, ...receiver } = order.receiver;
  return {
    order_id: order.order_id,
    delivery_mode: order.delivery_mode,
    pickup_address_id: pickupAddressId,
    sender_name: order.sender_name,
    ...(order.pickup_point_code && { pickup_point_code: order.pickup_point_code }),
    receiver: { ...receiver, address },
    shipments: order.shipments.map(({ items, width, height, length, weight, items_value }) => ({
      width,
      height,
      length,
      weight,
      items_value,
      items: items.length === 0 ? [placeholder] : items.map((item, index) => ({ ...item, index })),
    })),
  };
}
