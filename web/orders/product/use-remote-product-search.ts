import { listProducts, type Product } from '#shared/orders/product/products.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';

/** Debounce: milliseconds without a change before the gateway is called. */
const DEBOUNCE_MS = 250;

/** Maximum number of products per search, by SKU and by description. */
const FOUND = 50;

const searchFor = (field: 'sku' | 'description', text: string) =>
  text === '' ? null : { query: { page: 1, limit: FOUND, filter: { active: 1, [field]: text } } };

/**
 * Searches active products on the gateway.
 *
 * @param typed the typed text; empty disables the search
 */
export function useRemoteProductSearch(typed: string): { found: readonly Product[]; loading: boolean } {
  const text = typed.trim();
  const [debounced] = useDebounced(text, DEBOUNCE_MS);
  const searchText = text === debounced ? text : '';
  const bySku = useApiQuery(listProducts, searchFor('sku', searchText));
  const byName = useApiQuery(listProducts, searchFor('description', searchText));
  const results = [...(bySku.data?.results ?? []), ...(byName.data?.results ?? [])];
  return {
    // Both searches may find a product.
    found: [...new Map(results.map((product) => [product.id, product])).values()],
    loading: text !== '' && (searchText === '' || bySku.isLoading || byName.isLoading),
  };
}
