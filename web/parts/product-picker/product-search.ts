import type { Product } from '#shared/products.ts';
import { fold } from '#shared/rules/fold.ts';

/** Returns the name of a product in one line. */
export const productText = ({ sku, description }: Pick<Product, 'sku' | 'description'>) => `${sku} · ${description}`;

/** A product and its searchable text. */
export interface SearchableProduct {
  product: Product;
  text: string;
}

/** Prepares products for the search, sorted by SKU. */
export function toSearchable(products: Iterable<Product>): SearchableProduct[] {
  const bySku = new Intl.Collator('es-AR', { numeric: true });
  return [...products]
    .sort((a, b) => bySku.compare(a.sku, b.sku))
    .map((product) => ({ product, text: fold(`${productText(product)} ${product.barcode ?? ''}`) }));
}

/**
 * Returns the products whose SKU, description or bar code contains every typed word; first those whose SKU begins with the first
 * word.
 */
export function searchProducts(all: readonly SearchableProduct[], typed: string): Product[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? all : all.filter(({ text }) => words.every((word) => text.includes(word)));
  const first = words[0] ?? '';
  const ranked =
    first === ''
      ? found
      : [...found.filter(({ text }) => text.startsWith(first)), ...found.filter(({ text }) => !text.startsWith(first))];
  return ranked.map(({ product }) => product);
}
