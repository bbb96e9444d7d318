import { HOUR_MS } from '#shared/kit/time-units.ts';
import { type Product, productCategories } from '#shared/orders/product/products.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';

/** One hour: the provider hardly ever adds categories. */
const STALE_TIME_MS = HOUR_MS;

const option = ({ id, name }: { id: string; name: string }): SelectOption => ({ value: String(id), label: name });

/**
 * Loads product categories as options of a select; ids may be numbers.
 *
 * @param current category of the edited product: always offered, even if the list lacks it
 */
export function useCategories(current?: Product['category']): { options: SelectOption[]; failed: boolean } {
  const { data, isError } = useApiQuery(productCategories, {}, { staleTime: STALE_TIME_MS });
  const options = (data?.results ?? []).map(option);
  const known = !current?.id || options.some(({ value }) => value === String(current.id));
  return { options: known ? options : [option(current), ...options], failed: isError };
}
