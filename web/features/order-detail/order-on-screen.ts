import type { OrderDetail } from '#shared/orders.ts';
import { NOT_INFORMED } from '#shared/orders.ts';
import type { Shipping } from '#shared/shipments.ts';
import { orderStateText } from '#web/parts/state-badge/order-state-text.ts';

/** The order of an answer: one object, or the first of a list as some gateways send it (D1 §7). */
export function orderOf(results: OrderDetail | OrderDetail[] | null | undefined): OrderDetail | null {
  return (Array.isArray(results) ? results[0] : results) ?? null;
}

/** The state of an order in words, derived where the gateway doesn't say it; null when nothing is known. */
export const stateOfOrder = (order: OrderDetail) => order.order_state?.name || orderStateText(order);

/** Reverse logistics: the parcel is collected where the receiver is, and goes to the client (D1 §4). */
export const REVERSE_MODE = '4';
/** The receiver collects the parcel at a pickup point. */
export const PICKUP_MODE = '2';

/** Ids of modes come as texts or numbers (readings C11). */
export const isMode = (order: OrderDetail, mode: string) => String(order.delivery_mode?.id ?? '') === mode;

/** Items of a shipment as they are shown: a placeholder is no product (readings C21). */
export function itemLines({ items }: Shipping): { key: string; quantity: number; name: string; sku: string }[] {
  return (items ?? []).map(({ item, sku, quantity }, index) => {
    const unknown = sku === NOT_INFORMED || item === NOT_INFORMED;
    return {
      key: `${index} ${sku}`,
      quantity: unknown ? 0 : quantity,
      name: unknown ? 'No informado' : item || sku,
      sku: unknown ? '' : sku,
    };
  });
}

/** The address part of a deep link to a shipment's card: `#envio-7K3M9QX2TVB-1`. */
export const cardId = (label: string) => `envio-${label}`;
