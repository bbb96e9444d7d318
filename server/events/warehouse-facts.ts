import { changed, type Effects, type Facts } from './fact.ts';

interface SentStock {
  skus: readonly string[];
  /** How many of the sent entries were new. */
  recorded: number;
}

/** Facts about stock, fulfillment orders and manifests. */
export const WAREHOUSE_FACTS = {
  'stock.received': ({ skus, recorded, receipts }: SentStock & { receipts: number }): Effects => ({
    audit: { details: { receipts, recorded } },
    changes: changed('stock'),
    items: { sort: 'sku', skus },
  }),
  'stock.counted': ({ skus, recorded, counts }: SentStock & { counts: number }): Effects => ({
    audit: { details: { counts, recorded } },
    changes: changed('stock'),
    items: { sort: 'sku', skus },
  }),
  'stock.returned': ({ label, skus, units }: { label: string; skus: readonly string[]; units: number }): Effects => ({
    audit: { target: label, details: { units } },
    changes: changed('stock'),
    items: { sort: 'sku', skus },
  }),
  'stock.shelf_changed': ({ sku, shelf }: { sku: string; shelf: string }): Effects => ({
    audit: { target: sku, details: { shelf } },
  }),
  'stock.reserved': ({ orderIds }: { orderIds: readonly number[] }): Effects => ({
    changes: changed('stock'),
    items: { sort: 'sku', orderIds },
  }),
  /** Reserved units of cancelled shipments became free, those of dispatched ones left. */
  'stock.released': ({ orderIds }: { orderIds: readonly number[] }): Effects => ({ items: { sort: 'sku', orderIds } }),
  /** Stock or fulfillment orders followed the states of shipments. */
  'stock.changed': (): Effects => ({ changes: changed('stock') }),
  'fulfillment.prepared': (data: { id: number; orderId: number; units: number; closed: boolean }): Effects => ({
    audit: { target: data.id, details: { units: data.units, closed: data.closed } },
    changes: changed('stock'),
    items: { sort: 'sku', orderIds: [data.orderId] },
  }),
  'fulfillment.labelled': ({ id, labels }: { id: number; labels: readonly string[] }): Effects => ({
    audit: { target: id, details: { labels } },
  }),
  'fulfillment.cancelled': ({ id }: { id: number }): Effects => ({ audit: { target: id } }),
  'manifest.opened': ({ code, shipments }: { code: string; shipments: number }): Effects => ({
    audit: { target: code, details: { parcels: shipments } },
  }),
  'manifest.handed_over': ({ code, shipments }: { code: string; shipments: number }): Effects => ({
    audit: { target: code, details: { parcels: shipments } },
  }),
  'manifest.cancelled': ({ code }: { code: string }): Effects => ({ audit: { target: code } }),
} satisfies Facts;
