import type { BulkProduct } from '#shared/bulk/rows/check-order.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';

/** The client's active products by SKU (`foldedKey`); undefined when they couldn't be loaded. */
export type Catalogue = ReadonlyMap<string, BulkProduct> | undefined;

/** What is known of a client's products when the rows of a file are converted. */
export interface GivenProducts {
  products: Catalogue;
  /** Returns the SKU of the whole catalogue that an unknown one may have been; missing where only a part of it is known. */
  similarSku?: ((sku: string) => string | null) | undefined;
  /** Whether the client has active products at all; missing where `products` are all of them. */
  hasCatalogue?: boolean | undefined;
}

/**
 * Returns products by SKU (`foldedKey`). Two whose SKUs look the same, which another gateway may have, are marked: a SKU doesn't say
 * which of them it means.
 */
export function catalogueOf<P extends BulkProduct & { sku: string }>(products: readonly P[]): Map<string, P> {
  const bySku = new Map<string, P>();
  for (const product of products) {
    const key = foldedKey(product.sku);
    bySku.set(key, bySku.has(key) ? { ...product, isAmbiguous: true } : product);
  }
  return bySku;
}

/**
 * Returns whether the items of a shipment are sent as such: all have a SKU of the catalogue. Without a catalogue the SKUs
 * stay, and the server looks them up.
 */
export const keepsItems = (skus: readonly string[], products: Catalogue): boolean =>
  skus.every((sku) => sku !== '' && (products === undefined || products.has(foldedKey(sku))));
