import { useCallback, useMemo, useState } from 'react';
import { listProducts, type Product } from '#shared/products.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { type SearchableProduct, toSearchable } from './product-search.ts';

/** The query of D1 §7, to the letter. */
const ACTIVE = { page: 1, limit: 9999, filter: { active: 1, only_with_dolar_price: false } };

/** Milliseconds until another form reads the catalogue again. */
const STALE_TIME_MS = 60_000;

/** The client's active products, ready to be picked. */
export interface Catalogue {
  byId: ReadonlyMap<string, Product>;
  /** Made ready when a picker first asks for it. */
  all: () => readonly SearchableProduct[];
  loading: boolean;
  failed: boolean;
  retry: () => void;
  /** There are more products than one answer holds: the others are searched for as one types. */
  more: boolean;
  /** Takes in a product that was just made, or found beyond the first answer. */
  add: (product: Product) => void;
}

/** Reads the active products once; pickers search them without asking again. */
export function useCatalogue(): Catalogue {
  const list = useApiQuery(listProducts, { query: ACTIVE }, { staleTime: STALE_TIME_MS });
  const [made, setMade] = useState<readonly Product[]>([]);
  const read = list.data?.results;
  const products = useMemo(() => {
    const byId = new Map([...made, ...(read ?? [])].map((product) => [String(product.id), product]));
    let all: readonly SearchableProduct[] | undefined;
    return {
      byId,
      all() {
        all ??= toSearchable(byId.values());
        return all;
      },
    };
  }, [read, made]);
  const add = useCallback((product: Product) => setMade((before) => [...before, product]), []);
  return {
    ...products,
    loading: list.isPending,
    failed: list.isError && !list.data,
    retry: () => void list.refetch(),
    more: (list.data?.pagination?.pages ?? 1) > 1,
    add,
  };
}
