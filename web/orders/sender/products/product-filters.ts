import { appliedFilter } from '#web/kit/list/applied-filters.ts';
import type { ListDefinition } from '#web/kit/list/filters.ts';
import type { AppliedFilter } from '#web/kit/list/list-filters.tsx';
import type { SelectOption } from '#web/kit/ui/field/select.tsx';

export type ProductFilter = 'sku' | 'descripcion' | 'categoria';

/** Filters of the product list (D2 §2, §7): their names in form and URL, and the matching request fields. */
export const PRODUCT_FILTERS: ListDefinition<ProductFilter> = {
  list: 'products',
  filters: { sku: 'sku', descripcion: 'description', categoria: 'category' },
};

export const FILTER_LABELS: Record<ProductFilter, string> = {
  sku: 'SKU',
  descripcion: 'Descripción',
  categoria: 'Categoría',
};

/** Returns the active filters in the form's order. */
export function appliedFilters(
  applied: Partial<Record<ProductFilter, string>>,
  categories: readonly SelectOption[],
): AppliedFilter<ProductFilter>[] {
  return [
    ...appliedFilter(applied, 'sku', FILTER_LABELS.sku),
    ...appliedFilter(applied, 'descripcion', FILTER_LABELS.descripcion),
    ...appliedFilter(applied, 'categoria', FILTER_LABELS.categoria, categories),
  ];
}
