import { listProducts, type Product } from '#shared/products.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';

/** Milliseconds without a key before the gateway is asked. */
const DEBOUNCE_MS = 250;

/** Products that one search by SKU and one by description bring. */
const FOUND = 50;

const searchFor = (field: 'sku' | 'description', text: string) =>
  text === '' ? null : { query: { page: 1, limit: FOUND, filter: { active: 1, [field]: text } } };

/**
 * Active products that the gateway finds by what is typed.
 *
 * @param typed empty asks nothing
 */
export function useRemoteProductSearch(typed: string): { found: readonly Product[]; loading: boolean } {
  const text = typed.trim();
  const [debounced] = useDebounced(text, DEBOUNCE_MS);
  const asked = text === debounced ? text : '';
  const bySku = useApiQuery(listProducts, searchFor('sku', asked), { keepPrevious: false });
  const byName = useApiQuery(listProducts, searchFor('description', asked), { keepPrevious: false });
  return {
    found: [...(bySku.data?.results ?? []), ...(byName.data?.results ?? [])],
    loading: text !== '' && (asked === '' || bySku.isLoading || byName.isLoading),
  };
}
