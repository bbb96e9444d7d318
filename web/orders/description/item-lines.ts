import { NOT_INFORMED } from '#shared/orders/orders.ts';
import type { Shipping } from '#shared/orders/shipments.ts';

export interface ItemLine {
  key: string;
  /** 0 when unknown. */
  quantity: number;
  name: string;
  sku: string;
}

/** Returns the items of a shipment for display; a placeholder shows as not informed (readings C21). */
export function itemLines({ items }: { items?: Shipping['items'] | null }): ItemLine[] {
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
