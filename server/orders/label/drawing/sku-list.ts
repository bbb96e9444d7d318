import { NOT_INFORMED } from '#shared/orders/orders.ts';

/** An item of a shipment whose label is printed. */
export interface ItemToPick {
  order_id: string;
  sku: string;
  name: string;
  quantity: number;
}

/** A product of a picking list: what to take from the shelf, and for which orders. */
export interface SkuLine {
  sku: string;
  name: string;
  /** Total of all orders. */
  quantity: number;
  /** Quantity of each order, in the order of printing. */
  orders: { orderId: string; quantity: number }[];
}

/** Picking list of the printed labels. */
export interface SkuList {
  lines: SkuLine[];
  /** Orders with a package whose content the sender didn't give. */
  unspecified: string[];
}

const bySku = new Intl.Collator('es', { numeric: true });

/** Sums the items of shipments by SKU, sorted by SKU. @param items in the order of printing */
export function skuList(items: readonly ItemToPick[]): SkuList {
  const known = items.filter(({ sku }) => sku !== NOT_INFORMED);
  const lines = [...Map.groupBy(known, ({ sku }) => sku)].map(([sku, group]) => ({
    sku,
    name: group[0]?.name ?? '',
    quantity: total(group),
    orders: [...Map.groupBy(group, ({ order_id }) => order_id)].map(([orderId, own]) => ({
      orderId,
      quantity: total(own),
    })),
  }));
  const unspecified = items.filter(({ sku }) => sku === NOT_INFORMED).map(({ order_id }) => order_id);
  return { lines: lines.sort((a, b) => bySku.compare(a.sku, b.sku)), unspecified: [...new Set(unspecified)] };
}

const total = (items: readonly ItemToPick[]) => items.reduce((sum, { quantity }) => sum + quantity, 0);
