import { fold } from '#shared/kit/text/fold.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { readBarcode } from '#shared/orders/rules/code/barcode.ts';

/** Returns the name of a product in one line. */
export const productText = ({ sku, description }: Pick<Product, 'sku' | 'description'>) => `${sku} · ${description}`;

/** A product and what searches compare. */
export interface SearchableProduct {
  product: Product;
  /** SKU, description and bar code (`fold`). */
  text: string;
  /** The SKU (`foldedKey`). */
  key: string;
}

const searchable = (product: Product): SearchableProduct => ({
  product,
  text: fold(`${productText(product)} ${product.barcode ?? ''}`),
  key: foldedKey(product.sku),
});

/** Prepares products for the search, sorted by SKU. */
export function toSearchable(products: Iterable<Product>): SearchableProduct[] {
  const bySku = new Intl.Collator('es-AR', { numeric: true });
  return [...products].sort((a, b) => bySku.compare(a.sku, b.sku)).map(searchable);
}

/**
 * Returns the products whose SKU, description or bar code contains every typed word, and those that the gateway found. The product whose
 * SKU the text is comes first, then the one whose bar code it is, so that Enter after a scan picks no other one. Products whose SKU begins
 * with the first word follow.
 */
export function searchProducts(
  all: readonly SearchableProduct[],
  typed: string,
  remote: readonly Product[] = [],
): Product[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return all.map(({ product }) => product);
  const key = foldedKey(typed);
  const barcode = readBarcode(typed);
  const isCoded = ({ product }: SearchableProduct) => barcode !== null && product.barcode === barcode;
  const rankOf = (one: SearchableProduct) => {
    if (one.key === key) return 0;
    if (isCoded(one)) return 1;
    return one.text.startsWith(first) ? 2 : 3;
  };
  const found = all.filter((one) => isCoded(one) || words.every((word) => one.text.includes(word)));
  const ranked = Map.groupBy([...found, ...remote.map(searchable)], rankOf);
  return ([0, 1, 2, 3] as const).flatMap((rank) => ranked.get(rank) ?? []).map(({ product }) => product);
}

/**
 * Whether a text has the digits of a whole bar code that the first of the found products lacks: Enter must not pick that one while the
 * gateway still looks for the code.
 */
export function lacksScannedCode([first]: readonly Product[], typed: string): boolean {
  const code = typed.trim();
  return /^\d{8,14}$/.test(code) && first?.sku !== code && first?.barcode !== readBarcode(code);
}
