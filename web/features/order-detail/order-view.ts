import type { OrderDetail } from '#shared/orders.ts';
import type { OrderOnScreen } from '#shared/rules/detail-actions.ts';
import { orderStateText } from '#web/parts/state-badge/order-state-text.ts';

/** The state of an order in words, derived where the gateway doesn't say it; null when nothing is known. */
export const stateOfOrder = (order: OrderDetail) => order.order_state?.name || orderStateText(order);

/** What the order's actions are decided by. */
export function toOrderView(order: OrderDetail): OrderOnScreen {
  return {
    stateName: stateOfOrder(order) ?? '',
    cancellable: order.cancellable,
    printable: order.printable,
    cancellableReason: order.blocked?.cancellable ?? undefined,
    shipments: (order.shippings ?? []).map(({ state }) => ({ state })),
  };
}

/** Reverse logistics: the parcel is collected where the receiver is, and goes to the client (D1 §4). */
export const REVERSE_MODE = '4';
/** The receiver collects the parcel at a pickup point. */
export const PICKUP_MODE = '2';

/** Ids of modes come as texts or numbers (readings C11). */
export const isMode = (order: OrderDetail, mode: string) => String(order.delivery_mode?.id ?? '') === mode;

/** The address part of a deep link to a shipment's card: `#envio-7K3M9QX2TVB-1`. */
export const cardId = (label: string) => `envio-${label}`;
