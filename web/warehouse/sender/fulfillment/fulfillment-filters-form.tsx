import type { ListFilters } from '#web/lib/filters.ts';
import { filterFields } from '#web/parts/list/filter-fields.tsx';
import { ListFiltersForm } from '#web/parts/list/list-filters.tsx';
import { appliedFilters, FILTER_LABELS, type FulfillmentFilter, STATUS_OPTIONS } from './fulfillment-filters.ts';

/** The search form of the fulfillment orders (D2 §2). */
export function FulfillmentFiltersForm({ filters }: { filters: ListFilters<FulfillmentFilter> }) {
  const { day, select } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm filters={filters} applied={appliedFilters(filters.applied)} Preview={() => 'Ver resultados'}>
      {day('fechaDesde')}
      {day('fechaHasta')}
      {select('estado', STATUS_OPTIONS)}
    </ListFiltersForm>
  );
}
