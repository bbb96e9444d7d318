import type { Deps } from '#server/integrations/deps.ts';
import { activeProducts } from '#server/orders/product/product.ts';
import type { FileRow } from '#shared/bulk/layout/bulk-layout.ts';
import { catalogueOf } from '#shared/bulk/layout/catalogue.ts';
import type { BulkProduct } from '#shared/bulk/rows/check-order.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';

/** The client's active products in some rows, by SKU (`foldedKey`). */
export type FileProducts = ReadonlyMap<string, BulkProduct & { id: number }>;

/** Reads the products in the rows of some orders: weight in grams, value in pesos, as in the browser's catalogue. */
export async function findRowProducts(
  deps: Deps,
  clientId: number,
  orders: readonly (readonly FileRow[])[],
): Promise<FileProducts> {
  const skus = orders.flatMap((rows) => rows.map(({ cells: { sku = '' } }) => sku)).filter((sku) => sku !== '');
  if (skus.length === 0) return new Map();
  const keys = [...new Set(skus.map(foldedKey))];
  const found = await deps.db.withClient(clientId, (trx) => activeProducts(trx, clientId, keys));
  return catalogueOf(
    found.map(({ id, sku, weight_g, value_cents }) => ({ id, sku, weight: weight_g, value: value_cents / 100 })),
  );
}
