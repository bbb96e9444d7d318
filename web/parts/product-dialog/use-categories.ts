import { type Product, productCategories } from '#shared/products.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import type { SelectOption } from '#web/ui/select.tsx';

/** An hour: the provider hardly ever adds one. */
const STALE_TIME_MS = 3_600_000;

const option = ({ id, name }: { id: string; name: string }): SelectOption => ({ value: String(id), label: name });

/**
 * Product categories as selects offer them; ids may come as numbers.
 *
 * @param own the category of the product that is edited: offered whether or not the list has come and names it
 */
export function useCategories(own?: Product['category']): { options: SelectOption[]; failed: boolean } {
  const { data, isError } = useApiQuery(productCategories, {}, { staleTime: STALE_TIME_MS });
  const options = (data?.results ?? []).map(option);
  const known = !own?.id || options.some(({ value }) => value === String(own.id));
  return { options: known ? options : [option(own), ...options], failed: isError };
}
