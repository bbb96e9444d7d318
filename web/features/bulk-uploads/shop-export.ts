import type { LeftOutReason, ShopFormat, ShopOrder } from '#shared/bulk/shops/shop-format.ts';

/** The export of a shop: its orders, those to be sent and those that need no shipment. */
export interface ShopExport {
  file: File;
  format: ShopFormat;
  rows: number;
  orders: readonly ShopOrder[];
  /** Why some of the orders need no shipment. */
  leftOut: ReadonlyMap<ShopOrder, LeftOutReason>;
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
