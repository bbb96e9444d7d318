import { productCategories } from '#shared/products.ts';
import { useCall } from '#web/lib/queries.ts';
import type { SelectOption } from '#web/ui/select.tsx';

/** An hour: the provider hardly ever adds one. */
const SELDOM = 3_600_000;

/** Product categories as selects offer them; ids may come as numbers. */
export function useCategories(): { options: SelectOption[]; failed: boolean } {
  const { data, isError } = useCall(productCategories, {}, { staleTime: SELDOM });
  return {
    options: (data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    failed: isError,
  };
}
