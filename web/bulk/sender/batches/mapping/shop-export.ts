import { shopOrders } from '#shared/bulk/shops/group-shop-orders.ts';
import type { LeftOutReason, ShopFormat, ShopOrder, ShopRow } from '#shared/bulk/shops/shop-format.ts';
import type { OpenedFile } from './open-file.ts';

/** The export of a shop: its orders, those to be sent and those that need no shipment. */
export interface ShopExport {
  opened: OpenedFile;
  format: ShopFormat;
  orders: readonly ShopOrder[];
  /** Why some of the orders need no shipment. */
  leftOut: ReadonlyMap<ShopOrder, LeftOutReason>;
}

/** Returns the orders of a shop's export, about which the sender is asked; null for any other file. */
export function shopExport(opened: OpenedFile): ShopExport | null {
  const { format } = opened.layout;
  if (!format) return null;
  const orders = opened.orders.flatMap((rows) => shopOrders(rows as ShopRow[]));
  const leftOut = new Map<ShopOrder, LeftOutReason>();
  for (const order of orders) {
    const reason = format.leftOut(order);
    if (reason) leftOut.set(order, reason);
  }
  return { opened, format, orders, leftOut };
}

/** Returns the orders to be sent: those with a reason against it only if the sender takes that reason's orders in. */
export function ordersToSend(
  { orders, leftOut }: ShopExport,
  takenIn: ReadonlySet<LeftOutReason>,
): readonly ShopOrder[] {
  return orders.filter((order) => {
    const reason = leftOut.get(order);
    return reason === undefined || takenIn.has(reason);
  });
}

/** Counts the orders of each reason. */
export function countLeftOut({ leftOut }: ShopExport): Map<LeftOutReason, number> {
  const counts = new Map<LeftOutReason, number>();
  for (const reason of leftOut.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}
