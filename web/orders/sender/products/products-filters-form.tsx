import { listProducts } from '#shared/orders/product/products.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { useCategories } from '#web/orders/product/use-categories.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { ResultCount, typedFilter } from '#web/parts/list/result-count.tsx';
import { appliedFilters, FILTER_LABELS, PRODUCT_FILTERS, type ProductFilter } from './product-filters.ts';

/** The search form of the product list (D2 §2). */
export function ProductsFiltersForm({ filters }: { filters: ListFilters<ProductFilter> }) {
  const { options } = useCategories();
  const { text, select } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied, options)}
      Preview={() => <ResultCount endpoint={listProducts} filter={typedFilter(filters, PRODUCT_FILTERS)} />}
    >
      {text('sku')}
      {text('descripcion')}
      {select('categoria', options)}
    </ListFiltersForm>
  );
}
