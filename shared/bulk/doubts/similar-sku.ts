import { shortened } from '#shared/bulk/rows/errors.ts';
import { nearestName } from '#shared/kit/text/nearest-name.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';

/** Most unknown SKUs of a file that are looked for: each is compared with the whole catalogue. */
const MAX_COMPARED = 30;

/**
 * Returns a function that returns the SKU of a catalogue that an unknown one may have been: the only one that is nearest to it; null if
 * none is near.
 *
 * @param products the whole catalogue
 */
export function similarSkus(products: Iterable<{ sku: string }>): (sku: string) => string | null {
  const names = [...products].map(({ sku }) => ({ name: sku, letters: foldedKey(sku) }));
  const found = new Map<string, string | null>();
  return (sku) => {
    const key = foldedKey(sku);
    const known = found.get(key);
    if (known !== undefined || found.size >= MAX_COMPARED) return known ?? null;
    const similar = nearestName(key, names, (length) => (length < 4 ? 0 : length < 8 ? 1 : 2));
    found.set(key, similar);
    return similar;
  };
}

/** Returns the question whether a SKU was meant, after a sentence without its dot; empty without a SKU. */
export const suggestedSku = (similar: string | null): string =>
  similar === null ? '' : `. ¿Quisiste decir «${shortened(similar)}»?`;

/** Returns why a SKU is refused that matches none of the client's active products. */
export function unknownSkuReason(sku: string, similarSku: (sku: string) => string | null = () => null): string {
  return `No encontramos ese producto entre los activos${suggestedSku(similarSku(sku))}`;
}
