import { useCapability } from '#web/lib/capabilities.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { appliedFilters, FILTER_LABELS, MARK_OPTIONS, type StockFilter } from './stock-filters.ts';

/** The search form of the stock (D2 §2). */
export function StockFiltersForm({ filters }: { filters: ListFilters<StockFilter> }) {
  const marks = useCapability('stockForecast') !== false;
  const { text, select } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm filters={filters} applied={appliedFilters(filters.applied)} Preview={() => 'Ver resultados'}>
      {text('sku')}
      {text('descripcion')}
      {/* The specification defines no values for the request field `estado`. */}
      {marks && select('estado', MARK_OPTIONS)}
    </ListFiltersForm>
  );
}
