import { useCallback, useMemo, useState } from 'react';
import { listProducts, type Product } from '#shared/products.ts';
import { refreshCalls, useCall } from '#web/lib/queries.ts';
import { type FindableProduct, findable } from './product-search.ts';

/** The query of D1 §7, to the letter. */
const ACTIVE = { page: 1, limit: 9999, filter: { active: 1, only_with_dolar_price: false } };

/** Milliseconds until another form reads the catalogue again. */
const FRESH = 60_000;

/** The client's active products, ready to be picked. */
export interface Catalogue {
  byId: ReadonlyMap<string, Product>;
  all: readonly FindableProduct[];
  loading: boolean;
  failed: boolean;
  retry: () => void;
  /** Takes in a product that was just made, without waiting for the list to say so. */
  add: (product: Product) => void;
}

/** Reads every active product once; pickers search them without asking again. */
export function useCatalogue(): Catalogue {
  const list = useCall(listProducts, { query: ACTIVE }, { staleTime: FRESH });
  const [made, setMade] = useState<readonly Product[]>([]);
  const read = list.data?.results;
  const products = useMemo(() => {
    const byId = new Map([...made, ...(read ?? [])].map((product) => [String(product.id), product]));
    return { byId, all: findable([...byId.values()]) };
  }, [read, made]);
  const add = useCallback((product: Product) => {
    setMade((before) => [...before, product]);
    void refreshCalls(listProducts);
  }, []);
  return {
    ...products,
    loading: list.isPending,
    failed: list.isError && !list.data,
    retry: () => void list.refetch(),
    add,
  };
}
