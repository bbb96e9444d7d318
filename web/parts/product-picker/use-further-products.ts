import { useEffect, useState } from 'react';
import { listProducts, type Product } from '#shared/products.ts';
import { useCall } from '#web/lib/queries.ts';

/** Milliseconds without a key before the gateway is asked. */
const PAUSE = 250;

/** Products that one search by SKU and one by description bring. */
const FOUND = 50;

const searchFor = (field: 'sku' | 'description', text: string) =>
  text === '' ? null : { query: { page: 1, limit: FOUND, filter: { active: 1, [field]: text } } };

/**
 * Active products that the gateway finds by what is typed.
 *
 * @param typed empty asks nothing
 */
export function useFurtherProducts(typed: string): { found: readonly Product[]; loading: boolean } {
  const text = typed.trim();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(setSettled, PAUSE, text);
    return () => window.clearTimeout(timer);
  }, [text]);
  const asked = text === settled ? text : '';
  const bySku = useCall(listProducts, searchFor('sku', asked), { keepPrevious: false });
  const byName = useCall(listProducts, searchFor('description', asked), { keepPrevious: false });
  return {
    found: [...(bySku.data?.results ?? []), ...(byName.data?.results ?? [])],
    loading: text !== '' && (asked === '' || bySku.isLoading || byName.isLoading),
  };
}
