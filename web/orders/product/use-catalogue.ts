import { useCallback, useMemo, useState } from 'react';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { listProducts, type Product } from '#shared/orders/product/products.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { type SearchableProduct, toSearchable } from './product-search.ts';

/** The exact query of D1 §7. */
const ACTIVE = { page: 1, limit: 9999, filter: { active: 1, only_with_dolar_price: false } };

/** Milliseconds until the catalogue is stale. */
const STALE_TIME_MS = MINUTE_MS;

/** The client's active products, for product pickers. */
export interface Catalogue {
  byId: ReadonlyMap<string, Product>;
  /** Returns all products for the search; prepared at the first call. */
  all: () => readonly SearchableProduct[];
  loading: boolean;
  failed: boolean;
  retry: () => void;
  /** True when one reply doesn't hold all products: pickers then search the others on the gateway. */
  more: boolean;
  /** Adds a product that was just created, or found beyond the first reply. */
  add: (product: Product) => void;
}

/** Fetches the active products once; pickers then search them locally. */
export function useCatalogue(): Catalogue {
  const list = useApiQuery(listProducts, { query: ACTIVE }, { staleTime: STALE_TIME_MS });
  const [added, setAdded] = useState<readonly Product[]>([]);
  const read = list.data?.results;
  const products = useMemo(() => {
    const byId = new Map([...added, ...(read ?? [])].map((product) => [String(product.id), product]));
    let all: readonly SearchableProduct[] | undefined;
    return {
      byId,
      all() {
        all ??= toSearchable(byId.values());
        return all;
      },
    };
  }, [read, added]);
  const add = useCallback((product: Product) => setAdded((before) => [...before, product]), []);
  return {
    ...products,
    loading: list.isPending,
    failed: list.isError && !list.data,
    retry: () => void list.refetch(),
    more: (list.data?.pagination?.pages ?? 1) > 1,
    add,
  };
}
