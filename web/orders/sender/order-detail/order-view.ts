import type { OrderDetail } from '#shared/orders/orders.ts';
import type { OrderOnScreen } from '#shared/orders/rules/detail-actions.ts';
import { orderStateText } from '#web/orders/order/order-state-text.ts';

/** Returns the order's state text, derived from other fields when the gateway omits it; null when it can't be derived. */
export const stateOfOrder = (order: OrderDetail) => order.order_state?.name || orderStateText(order);

/** Returns the fields that the order's actions are derived from. */
export function toOrderView(order: OrderDetail): OrderOnScreen {
  return {
    stateName: stateOfOrder(order) ?? '',
    cancellable: order.cancellable,
    printable: order.printable,
    cancellableReason: order.blocked?.cancellable ?? undefined,
    shipments: (order.shippings ?? []).map(({ state }) => ({ state })),
  };
}

/** Reverse logistics: the shipment is collected at the receiver's address and delivered to the client (D1 §4). */
export const REVERSE_MODE = '4';
/** The receiver collects the shipment at a pickup point. */
export const PICKUP_MODE = '2';

/** Compares as text: gateways send mode ids as text or number (readings C11). */
export const isMode = (order: OrderDetail, mode: string) => String(order.delivery_mode?.id ?? '') === mode;

/** Returns the element id of a shipment's card, used as hash of deep links: `#envio-7K3M9QX2TVB-1`. */
export const cardId = (label: string) => `envio-${label}`;
