import type { GivenProducts } from '#shared/bulk/layout/catalogue.ts';
import { shortened } from '#shared/bulk/rows/errors.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import { suggestedSku } from './similar-sku.ts';

/**
 * Returns why a person has to check a shipment that is sent with its value alone: the SKUs that aren't in the catalogue and their units as
 * typed, or the items without a SKU. Null if no item has one, and for clients without products, whose files lose the SKUs of all orders.
 */
export function lostItemsReason(
  items: readonly { sku: string; units: string }[],
  { products, similarSku, hasCatalogue = products?.size !== 0 }: GivenProducts,
): string | null {
  if (!hasCatalogue || items.every(({ sku }) => sku === '')) return null;
  const lost = items.filter(({ sku }) => sku !== '' && products?.has(foldedKey(sku)) === false);
  if (lost.length === 0) return `${VALUE_ALONE}: hay artículos sin SKU`;
  const named = shortened(lost.map(({ sku, units }) => `«${sku}» × ${units || '1'}`).join(', '));
  const similar = lost.flatMap(({ sku }) => similarSku?.(sku) ?? [])[0] ?? null;
  return `${VALUE_ALONE}: no encontramos ${named} entre los activos${suggestedSku(similar)}`;
}

const VALUE_ALONE = 'Va sin productos, solo con su valor';
